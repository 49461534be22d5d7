import type {Plugin} from '@docusaurus/types';
import type {Compiler, WebpackPluginInstance} from 'webpack';

const NAME = 'docs';

/** What all pages of the documentation use. */
const DOC_THEME = new RegExp(
  [
    'theme-classic/lib/theme/(?:Doc(?!Card|Categor|Tag)|TOC|Paginator|Edit|Heading/|LastUpdated|BackToTop|Tag/|TagsListInline/|Icon/(?:Arrow|Edit|Home))',
    'theme-common/lib/(?!translations/|components/Details/|utils/(?:admonition|tags|usePluralForm))',
    'plugin-content-docs/lib/',
    'src/theme/(?:DocItem|TOC)',
    'src/components/ExampleStatus',
    'docusaurus-plugin-content-docs/default/__plugin\\.json',
    'src/site/exampleRun',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);

const expectChunk: WebpackPluginInstance = {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('expect-chunk', (compilation) => {
      compilation.hooks.afterSeal.tap('expect-chunk', () => {
        if (!compilation.namedChunks.get(NAME)) {
          const message = `src/speed/docsChunk：没有组成文件 ${NAME}。办法：照依赖现在的目录改 DOC_THEME，不再需要就删掉`;
          compilation.errors.push(new Error(message) as (typeof compilation.errors)[number]);
        }
      });
    });
  },
};

/**
 * Puts what all pages of the documentation use into one file. Docusaurus makes a dozen small ones of it, each of which
 * compresses by itself and has headers of its own.
 */
export default function docsChunkPlugin(): Plugin {
  return {
    name: 'tvm-docs-chunk',
    configureWebpack(config, isServer) {
      if (isServer || config.mode !== 'production') {
        return {};
      }
      return {
        plugins: [expectChunk],
        optimization: {
          splitChunks: {
            cacheGroups: {
              docs: {
                name: NAME,
                type: /javascript/,
                test: DOC_THEME,
                chunks: 'async',
                enforce: true,
                priority: 50,
              },
            },
          },
        },
      };
    },
  };
}
