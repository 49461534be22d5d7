import path from 'node:path';
import type {Plugin} from '@docusaurus/types';

/**
 * Keeps out of the main bundle what the site replaces: the classic theme loads Prism (85 KB) in every page through a
 * client module that has no option to turn it off, while this site highlights code at build time.
 */
export default function leanPlugin(): Plugin {
  return {
    name: 'tvm-lean',
    configureWebpack(_config, _isServer, {currentBundler}) {
      const {NormalModuleReplacementPlugin} = currentBundler.instance;
      return {
        plugins: [
          new NormalModuleReplacementPlugin(
            /theme-classic[\\/]lib[\\/]prism-include-languages(\.js)?$/,
            path.join(__dirname, 'nothing.js'),
          ),
        ],
      };
    },
  };
}
