import fs from 'node:fs';
import path from 'node:path';
import type {LoadContext, Plugin} from '@docusaurus/types';

/** What of the configuration only the build uses; it holds folders of the machine, too. */
const BUILD_ONLY =
  'presets plugins themes clientModules staticDirectories scripts stylesheets headTags markdown onBrokenLinks onBrokenAnchors onDuplicateRoutes'.split(
    ' ',
  );

/** Packages without effects of their own that do not say so. */
const UNUSED = /[\\/]node_modules[\\/](?:hoist-non-react-statics|path-to-regexp|prop-types|react-is)[\\/]/;

/** What all pages of the documentation use. */
const DOC_THEME = new RegExp(
  [
    'theme-classic/lib/theme/(?:Doc(?!Card|Categor|Tag)|TOC|Paginator|Edit|Heading/|LastUpdated|BackToTop|Tag/|TagsListInline/|Icon/(?:Arrow|Edit|Home))',
    'theme-common/lib/(?!translations/|components/Details/|utils/(?:admonition|tags|usePluralForm))',
    'plugin-content-docs/lib/',
    'src/theme/(?:DocItem|DocRoot|ContentVisibility|TOC)',
    'src/components/(?:ExampleStatus|LazyNotFound)',
    'docusaurus-plugin-content-docs/default/__plugin\\.json',
    'src/site/exampleRun',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);

/**
 * Keeps out of the browser's code what no reader needs:
 * - Prism, which the classic theme loads in every page (85 KB) by a client module that has no option to turn it off,
 *   while this site highlights code at build time;
 * - the English messages, their descriptions and the table of all translations: the messages of the one language that
 *   the site has stand where they are used, so that a page loads its own;
 * - the part of the configuration that only the build uses;
 * - nine of ten parts of tslib, and react-helmet-async, for which src/components/Head stands in;
 * - in pages of the documentation, what stands on the page of missing pages;
 * - the banner on a wrong base URL, which the site turns off, and what only unused parts of the router use;
 * - the headers of many small files: what all pages of the documentation use comes in one;
 * - the names of files: their numbers do.
 */
export default function leanPlugin({generatedFilesDir, siteConfig}: LoadContext): Plugin {
  const slimConfig = path.join(generatedFilesDir, 'slim.config.mjs');

  function writeConfig(): void {
    const code = fs.readFileSync(path.join(generatedFilesDir, 'docusaurus.config.mjs'), 'utf8');
    const config = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1)) as object;
    const kept = Object.entries(config).filter(([key]) => !BUILD_ONLY.includes(key));
    fs.writeFileSync(slimConfig, `export default ${JSON.stringify(Object.fromEntries(kept))};\n`);
  }

  return {
    name: 'tvm-lean',
    configureWebpack(config, isServer, {currentBundler}) {
      if (isServer || config.mode !== 'production') {
        return {};
      }
      writeConfig();
      const {NormalModuleReplacementPlugin} = currentBundler.instance;
      const replace = (request: RegExp, file: string) =>
        new NormalModuleReplacementPlugin(request, path.resolve(__dirname, file));
      const messages: unknown = JSON.parse(
        fs.readFileSync(path.join(generatedFilesDir, 'codeTranslations.json'), 'utf8'),
      );
      return {
        module: {
          rules: [
            {
              test: /\.[jt]sx?$/,
              enforce: 'post',
              use: [{loader: path.join(__dirname, 'messages.js'), options: {messages}}],
            },
            {test: UNUSED, sideEffects: false},
          ],
        },
        plugins: [
          replace(/theme-classic[\\/]lib[\\/]prism-include-languages(\.js)?$/, 'nothing.js'),
          replace(/^@generated\/codeTranslations$/, 'noMessages.js'),
          replace(/^@generated\/docusaurus\.config$/, slimConfig),
          replace(/^react-helmet-async$/, '../../components/Head'),
          ...(siteConfig.baseUrlIssueBanner ? [] : [replace(/^\.\/BaseUrlIssueBanner$/, 'noBanner.js')]),
          new NormalModuleReplacementPlugin(/^@theme\/NotFound\/Content$/, (resource) => {
            if (/theme[\\/]DocRoot/.test(resource.contextInfo.issuer ?? '')) {
              resource.request = path.resolve(__dirname, '../../components/LazyNotFound');
            }
          }),
          new NormalModuleReplacementPlugin(/^tslib$/, (resource) => {
            if (/@docusaurus[\\/]utils-common/.test(resource.contextInfo.issuer ?? '')) {
              resource.request = path.join(__dirname, 'tslib.js');
            }
          }),
        ],
        output: {chunkFilename: 'assets/js/[id].[contenthash:8].js'},
        optimization: {
          splitChunks: {
            cacheGroups: {
              docs: {name: 'docs', test: DOC_THEME, chunks: 'async', enforce: true, priority: 50},
            },
          },
        },
      };
    },
  };
}
