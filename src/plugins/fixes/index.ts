import type {Plugin} from '@docusaurus/types';
import type {Fix} from '../../fixes/fix';
import {indexAddress} from '../../fixes/indexAddress';
import {lostChunk} from '../../fixes/lostChunk';
import {missingPage} from '../../fixes/missingPage';
import {oneTask} from '../../fixes/oneTask';
import {preloadAddress} from '../../fixes/preloadAddress';
import {printColours} from '../../fixes/printColours';
import {searchLength} from '../../fixes/searchLength';
import {searchQuotes} from '../../fixes/searchQuotes';
import {storageWarning} from '../../fixes/storageWarning';
import {emWidths, textSize} from '../../fixes/textSize';
import {expectModules} from '../../build/expectModules';

// Of one file, the last is made first.
const FIXES: readonly Fix[] = [
  oneTask,
  indexAddress,
  lostChunk,
  missingPage,
  preloadAddress,
  printColours,
  searchLength,
  searchQuotes,
  storageWarning,
  textSize,
];

/**
 * Mends faults of dependencies in their text (src/fixes). Each text has to be found, and each file has to be part of the
 * site's code: an update that moves one stops the build.
 */
export default function fixesPlugin(): Plugin {
  return {
    name: 'tvm-fixes',
    configurePostCss: (options) => ({...options, plugins: [...options.plugins, emWidths]}),
    configureWebpack(_config, isServer) {
      return {
        module: {
          rules: FIXES.map(({file, changes}) => ({
            include: require.resolve(file),
            loader: require.resolve('string-replace-loader'),
            options: {multiple: changes.map((change) => ({...change, strict: true}))},
          })),
        },
        plugins: isServer
          ? []
          : [
              expectModules(
                'src/fixes',
                FIXES.map(({file}) => file),
              ),
            ],
      };
    },
  };
}
