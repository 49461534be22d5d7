import path from 'node:path';
import type {LoadContext, Plugin} from '@docusaurus/types';
import {replaceModule} from '../../build/replaceModule';

/**
 * Keeps out of the browser's code the English messages, their descriptions and the table of all translations: the
 * messages of the one language that the site has stand where they are used, so that a page loads its own.
 */
export default function messagesPlugin({generatedFilesDir}: LoadContext): Plugin {
  return {
    name: 'tvm-messages',
    configureWebpack(config, isServer, {currentBundler}) {
      if (isServer || config.mode !== 'production') {
        return {};
      }
      const file = path.join(generatedFilesDir, 'codeTranslations.json');
      return {
        module: {
          rules: [
            {
              test: /\.[jt]sx?$/,
              enforce: 'post',
              use: [{loader: path.join(__dirname, 'loader.js'), options: {file}}],
            },
          ],
        },
        plugins: replaceModule(currentBundler, 'src/speed/messages', {
          request: /^@generated\/codeTranslations$/,
          by: path.join(__dirname, 'noMessages.js'),
        }),
      };
    },
  };
}
