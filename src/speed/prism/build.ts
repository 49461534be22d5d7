import path from 'node:path';
import type {Plugin} from '@docusaurus/types';
import {replaceModule} from '../../build/replaceModule';

/**
 * Keeps Prism out of the browser's code: the classic theme loads it in every page by a client module that has no option
 * to turn it off, while this site highlights code at build time.
 */
export default function prismPlugin(): Plugin {
  return {
    name: 'tvm-prism',
    configureWebpack(config, isServer, {currentBundler}) {
      return isServer || config.mode !== 'production'
        ? {}
        : {
            plugins: replaceModule(currentBundler, 'src/speed/prism', {
              request: /theme-classic[\\/]lib[\\/]prism-include-languages(\.js)?$/,
              by: path.join(__dirname, 'nothing.js'),
            }),
          };
    },
  };
}
