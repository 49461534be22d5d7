import type {Plugin} from '@docusaurus/types';
import {expectModules} from '../../build/expectModules';
import {clientFile} from '../../fixes/files';

const NAVIGATION = clientFile('PendingNavigation.js');

/**
 * Lets Preact stand in for React in the browser's code. Pages are written by React at build, and a preview runs on React,
 * which its fast refresh needs.
 */
export default function preactPlugin(): Plugin {
  return {
    name: 'tvm-preact',
    configureWebpack(config, isServer) {
      return isServer || config.mode !== 'production'
        ? {}
        : {
            // Paths below them, as `react/jsx-runtime`, have a counterpart there.
            resolve: {alias: {react: 'preact/compat', 'react-dom': 'preact/compat'}},
            module: {
              rules: [
                {
                  include: NAVIGATION,
                  loader: require.resolve('string-replace-loader'),
                  // Preact renders what reads a context after what provides it is in the page: the scroll to a target
                  // would come before the target. An element of its own is rendered in the same pass.
                  options: {
                    search: 'render={() => children}',
                    replace: 'render={() => React.cloneElement(children)}',
                    strict: true,
                  },
                },
              ],
            },
            plugins: [expectModules('src/speed/preact', [NAVIGATION, /[\\/]preact[\\/]compat[\\/]/])],
          };
    },
  };
}
