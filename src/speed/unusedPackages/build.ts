import path from 'node:path';
import type {Plugin} from '@docusaurus/types';
import {expectModules} from '../../build/expectModules';
import {replaceModule} from '../../build/replaceModule';

/** Packages without effects of their own that do not say so, brought by parts of the router that the site does not use. */
const EFFECTLESS = ['hoist-non-react-statics', 'path-to-regexp', 'prop-types', 'react-is'].map(
  (name) => new RegExp(`[\\\\/]node_modules[\\\\/]${name}[\\\\/]`),
);

/**
 * Keeps out of the browser's code packages of which it uses nothing, and tslib, which Docusaurus brings whole for one of
 * its functions.
 */
export default function unusedPackagesPlugin(): Plugin {
  return {
    name: 'tvm-unused-packages',
    configureWebpack(config, isServer, {currentBundler}) {
      return isServer || config.mode !== 'production'
        ? {}
        : {
            module: {rules: [{test: EFFECTLESS, sideEffects: false}]},
            plugins: [
              expectModules('src/speed/unusedPackages', EFFECTLESS),
              ...replaceModule(currentBundler, 'src/speed/unusedPackages', {
                request: /^tslib$/,
                issuer: /@docusaurus[\\/]utils-common/,
                by: path.join(__dirname, 'tslib.js'),
              }),
            ],
          };
    },
  };
}
