import path from 'node:path';
import type {Plugin} from '@docusaurus/types';

/**
 * Leaves out of the browser's code what it need not have: the text of an article. A Markdown page (`.md`, which holds
 * nothing interactive) is rendered on the server as ever; the browser keeps that HTML as it is, and on a client
 * navigation takes the article from the HTML of the page it goes to. So neither the size of a page's code nor the time
 * until it answers grows with its text. Pages with components of their own are `.mdx` and hydrate as usual, and a
 * preview (`npm start`), which has no HTML to take, renders everything in the browser.
 */
export default function staticArticlesPlugin(): Plugin {
  return {
    name: 'tvm-static-articles',
    configureWebpack(config, isServer) {
      if (config.mode !== 'production') {
        return {};
      }
      return {
        module: {
          rules: [
            {
              test: /\.md$/,
              // Lists of blog posts show beginnings of posts (`?truncated=true`), which are not pages.
              resourceQuery: {not: [/truncated/]},
              enforce: 'post',
              use: [{loader: path.join(__dirname, 'loader.js'), options: {isServer}}],
            },
          ],
        },
      };
    },
  };
}
