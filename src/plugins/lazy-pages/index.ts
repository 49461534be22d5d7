import path from 'node:path';
import type {LoadContext, Plugin} from '@docusaurus/types';
import type {Configuration} from 'webpack';

type Middleware = (...args: unknown[]) => unknown;

/** What only Rspack has. */
interface LazyBundler {
  lazyCompilationMiddleware(compiler: object): Middleware;
}

/**
 * In a preview, compiles a page when it is first looked at: the preview starts sooner, and after a save the bundler goes
 * through the pages that were looked at instead of all.
 */
export default function lazyPagesPlugin({generatedFilesDir}: LoadContext): Plugin {
  return {
    name: 'tvm-lazy-pages',
    configureWebpack(_config, _isServer, {currentBundler}) {
      if (currentBundler.name !== 'rspack') {
        return {};
      }
      const {lazyCompilationMiddleware} = currentBundler.instance as unknown as LazyBundler;
      let compilePages: Middleware;
      return {
        lazyCompilation: {entries: false, imports: true, test: /\.mdx?$/},
        plugins: [{apply: (compiler: object) => (compilePages = lazyCompilationMiddleware(compiler))}],
        module: {
          rules: [
            {
              // Its weak requests, by which Docusaurus looks for pages that are loaded, would have all compiled.
              include: path.join(generatedFilesDir, 'registry.js'),
              loader: require.resolve('string-replace-loader'),
              options: {search: /, require\.resolveWeak\([^)]*\)\]/g, replace: ']', strict: true},
            },
          ],
        },
        devServer: {
          // Instead of Docusaurus' own, which only adds an address that no code of the browser asks any more.
          setupMiddlewares: (middlewares: unknown[]) => [
            {name: 'lazy-pages', middleware: compilePages},
            ...middlewares,
          ],
        },
      } as Configuration;
    },
  };
}
