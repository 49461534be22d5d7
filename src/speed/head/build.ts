import path from 'node:path';
import type {Plugin} from '@docusaurus/types';
import {replaceModule} from '../../build/replaceModule';

/** Has a smaller module stand in for react-helmet-async in the browser; the server keeps that one. */
export default function headPlugin(): Plugin {
  return {
    name: 'tvm-head',
    configureWebpack(config, isServer, {currentBundler}) {
      return isServer || config.mode !== 'production'
        ? {}
        : {
            plugins: replaceModule(currentBundler, 'src/speed/head', {
              request: /^react-helmet-async$/,
              by: path.join(__dirname, 'browser/index.tsx'),
            }),
          };
    },
  };
}
