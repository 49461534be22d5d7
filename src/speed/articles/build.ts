import fs from 'node:fs';
import path from 'node:path';
import type {CurrentBundler, LoadContext, Plugin} from '@docusaurus/types';
import {expectModules} from '../../build/expectModules';
import {replaceModule} from '../../build/replaceModule';
import {compactModules} from './compact';
import {emitAssets} from './emitAssets';
import {readGenerated} from './generated';

/**
 * Leaves out of the browser's code what it need not have: the text of an article. A Markdown page (`.md`, which holds
 * nothing interactive) is rendered on the server as ever; the browser keeps that HTML as it is, and on a client
 * navigation takes the article and its data from the HTML of the page it goes to. So neither the size of a page's code
 * nor the time until it answers grows with its text, and the lists of pages are written compactly. Pages with components
 * of their own are `.mdx` and hydrate as usual, and a preview (`npm start`), which has no HTML to take, renders
 * everything in the browser.
 */
export default function articlesPlugin({outDir, generatedFilesDir}: LoadContext): Plugin {
  const folder = path.join(generatedFilesDir, 'articles');

  /** Writes the compact modules; returns their files by the names of the modules for which they stand. */
  function writeModules(): Map<string, string> {
    const readJson = (module: string): unknown =>
      JSON.parse(fs.readFileSync(module.replace('@generated', generatedFilesDir), 'utf8'));
    fs.mkdirSync(folder, {recursive: true});
    return new Map(
      Object.entries(compactModules(readGenerated(generatedFilesDir), readJson)).map(([module, code]) => {
        const file = path.join(folder, `${path.basename(module, '.json')}.js`);
        fs.writeFileSync(file, code);
        return [module, file];
      }),
    );
  }

  function useCompactModules({instance}: CurrentBundler) {
    const modules = writeModules();
    return [
      new instance.NormalModuleReplacementPlugin(/^@generated\//, (resource) => {
        resource.request = modules.get(resource.request) ?? resource.request;
      }),
      expectModules('src/speed/articles', [...modules.values()]),
    ];
  }

  return {
    name: 'tvm-articles',
    configureWebpack(config, isServer, {currentBundler}) {
      if (config.mode !== 'production') {
        return {};
      }
      const articles = {
        // Not one expression: Docusaurus takes a rule that matches .mdx for one that names folders.
        test: isServer ? [/\.md$/, /\.mdx$/] : [/\.mdx$/],
        // Lists of blog posts show beginnings of posts (`?truncated=true`), which are not pages.
        resourceQuery: {not: [/truncated/]},
        enforce: 'post' as const,
        use: [{loader: path.join(__dirname, 'loader.js')}],
      };
      return {
        module: {rules: [articles]},
        plugins: [
          ...replaceModule(currentBundler, 'src/speed/articles', {
            request: /^@theme\/MDXContent$/,
            issuer: /[\\/]DocItem[\\/]Content/,
            by: path.join(__dirname, 'browser/plainBody.ts'),
          }),
          ...(isServer ? [emitAssets(outDir)] : useCompactModules(currentBundler)),
        ],
      };
    },
  };
}
