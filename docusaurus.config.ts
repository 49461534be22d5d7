import type {Config} from '@docusaurus/types';
import type {Options as DocsOptions} from '@docusaurus/plugin-content-docs';
import type {Options as PresetOptions, ThemeConfig} from '@docusaurus/preset-classic';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import {readEnvironment} from './src/site/environment';
import {editUrl} from './src/site/editUrl';
import {announcement, footer, navbar} from './src/site/interface';
import {earlierAddresses} from './src/content/routes';
import {SEARCH_STYLESHEET} from './src/site/searchIndex';
import {searchConfig} from './src/site/searchConfig';
import {VERSIONS} from './src/site/versions';
import {withExampleRun} from './src/build/exampleRun';
import {chooseHistory} from './src/build/history';
import {ofSite} from './src/build/ofSite';
import {withoutReference, withReference} from './src/build/reference';
import {withSocialCard} from './src/build/socialCard';
import {MATH_STYLESHEET, prepareMathAssets} from './src/build/math';
import {markdownHooks} from './src/content/checks/links';
import {prepareSearchAssets} from './src/plugins/search/assets';
import rehypeApiLinks from './src/rehype/apiLinks';
import rehypeCodeBlocks from './src/rehype/codeBlocks';
import rehypeCodeSteps from './src/rehype/codeSteps';
import rehypeFormulas from './src/rehype/formulas';
import rehypeGoneNames from './src/rehype/goneNames';
import rehypeReference from './src/rehype/reference';
import rehypeSourceLinks from './src/rehype/sourceLinks';
import rehypeTakeAway from './src/rehype/takeAway';
import rehypeZoomableImages from './src/rehype/zoomableImages';
import remarkSavedPage, {lenientFrontMatter} from './src/remark/savedPage';
import remarkStaticPages from './src/remark/staticPages';
import {useMechanisms} from './src/speed';

const env = readEnvironment(process.env);
const development = process.env.NODE_ENV === 'development';
const speed = useMechanisms(env.speedWithout);

const markdown = {
  remarkPlugins: [
    remarkMath,
    ofSite(__dirname, remarkStaticPages),
    ...(development ? [ofSite(__dirname, remarkSavedPage)] : []),
  ],
  rehypePlugins: [
    [rehypeKatex, {output: 'htmlAndMathml'}],
    [rehypeFormulas, {stylesheet: env.mathStylesheetUrl ?? env.baseUrl + MATH_STYLESHEET}],
    ofSite(__dirname, rehypeSourceLinks),
    ofSite(__dirname, rehypeReference),
    ofSite(__dirname, rehypeApiLinks),
    ofSite(__dirname, rehypeGoneNames),
    rehypeCodeSteps,
    ofSite(__dirname, rehypeCodeBlocks),
    rehypeZoomableImages,
    ...speed.rehypePlugins,
    ...(development ? [] : [[rehypeTakeAway, {siteDir: __dirname}] satisfies [unknown, unknown]]),
  ],
} satisfies Partial<PresetOptions['pages'] & object>;

const docs = {
  ...markdown,
  routeBasePath: 'docs',
  sidebarPath: './sidebars.ts',
  sidebarItemsGenerator: withoutReference,
  lastVersion: 'current',
  versions: Object.fromEntries(
    VERSIONS.map((v) => [v.docsVersion, {label: v.release, path: v.path.replace(/^\/docs\/?/, '')}]),
  ),
  breadcrumbs: true,
  showLastUpdateAuthor: true,
  showLastUpdateTime: true,
  editUrl: editUrl(env.editUrl),
} satisfies DocsOptions;

const config: Config = {
  title: 'Apache TVM 中文站',
  tagline: '用简体中文写成、逐个版本运行核对的 Apache TVM 文档',
  titleDelimiter: '|',
  url: env.siteUrl,
  baseUrl: env.baseUrl,
  trailingSlash: false,
  favicon: 'img/favicon.svg',
  i18n: {
    defaultLocale: 'zh-Hans',
    locales: ['zh-Hans'],
    localeConfigs: {
      'zh-Hans': {label: '简体中文', direction: 'ltr', htmlLang: 'zh-Hans', calendar: 'gregory'},
    },
  },
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  onDuplicateRoutes: 'throw',
  ssrTemplate: speed.ssrTemplate,
  // src/plugins/page-guard has one for every page, in Chinese.
  baseUrlIssueBanner: false,
  staticDirectories: [
    'static',
    prepareMathAssets(__dirname),
    prepareSearchAssets(__dirname, SEARCH_STYLESHEET),
  ],
  future: {
    // Storage keys stay as they are documented: `theme`, not `theme-ef5`.
    v4: {
      removeLegacyPostBuildHeadAttribute: true,
      useCssCascadeLayers: true,
      siteStorageNamespacing: false,
      fasterByDefault: true,
      mdx1CompatDisabledByDefault: true,
    },
    // A page of the documentation is compiled for the server alone, which must not wait for the browser's compilation.
    faster: {mdxCrossCompilerCache: false},
    experimental_vcs: chooseHistory(__dirname, development),
  },
  markdown: {
    hooks: markdownHooks,
    parseFrontMatter: withReference(
      __dirname,
      withExampleRun(
        __dirname,
        development ? lenientFrontMatter() : withSocialCard(__dirname, lenientFrontMatter()),
      ),
    ),
  },
  presets: [
    [
      'classic',
      {
        // src/plugins/preview-docs stands in for it in a preview.
        docs: development ? false : docs,
        blog: {
          ...markdown,
          blogTitle: '博客',
          blogDescription: '关于 Apache TVM 和这个中文站的文章：版本之间的变化、编译器内部的分析和站点的做法',
          blogSidebarTitle: '最近的文章',
          showReadingTime: true,
          onInlineAuthors: 'throw',
          onInlineTags: 'throw',
          onUntruncatedBlogPosts: 'throw',
          showLastUpdateTime: false,
          editUrl: editUrl(env.editUrl),
          feedOptions: {type: ['rss', 'atom'], language: 'zh-Hans'},
        },
        pages: {...markdown},
        theme: {
          customCss: ['tokens', 'base', 'code', 'reading', 'search', 'failures', 'print'].map(
            (name) => `./src/css/${name}.css`,
          ),
        },
        gtag: env.gtag && {trackingID: env.gtag, anonymizeIP: false},
        sitemap: {lastmod: 'date', changefreq: null, priority: null},
      } satisfies PresetOptions,
    ],
  ],
  clientModules: [
    'undecodableAddress',
    'articleActions',
    'offline',
    'scrollers',
    'openTarget',
    'prefetch',
    'referenceColumn',
    'entryPreviews',
    ...(env.fontKitId ? ['fontKit'] : []),
    ...(development ? ['reloadRepaired'] : []),
  ].map((name) => `./src/client/${name}.ts`),
  plugins: [
    development && ['./src/plugins/preview-docs/index.ts', docs],
    development && './src/plugins/lazy-pages/index.ts',
    ['./src/plugins/cache/index.ts', {settings: env}],
    ['./src/plugins/checks/index.ts', {preview: development}],
    './src/plugins/fixes/index.ts',
    './src/plugins/home/index.ts',
    './src/plugins/licenses/index.ts',
    './src/plugins/page-guard/index.ts',
    './src/plugins/page-list/index.ts',
    './src/plugins/reference-names/index.ts',
    './src/plugins/social-cards/index.ts',
    './src/plugins/version-changes/index.ts',
    './src/plugins/take-away/index.ts',
    ['./src/plugins/offline/index.ts', {isOn: env.offline}],
    ...speed.plugins,
    './src/plugins/search/index.ts',
    ['@docusaurus/plugin-client-redirects', {createRedirects: earlierAddresses(__dirname)}],
  ],
  scripts: env.analytics
    ? [{src: env.analytics.script, defer: true, 'data-domain': env.analytics.domain}]
    : [],
  themeConfig: {
    image: 'img/social-card.png',
    metadata: [{name: 'color-scheme', content: 'light dark'}],
    announcementBar: announcement(env),
    navbar: navbar(env),
    footer: footer(env),
    colorMode: {defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: true},
    docs: {
      sidebar: {hideable: false, autoCollapseCategories: false},
      versionPersistence: 'localStorage',
    },
    tableOfContents: {minHeadingLevel: 2, maxHeadingLevel: 3},
    // Code is highlighted at build time, with the colours of src/css/tokens.css; these would only add to the bundle.
    prism: {theme: {plain: {}, styles: []}, darkTheme: {plain: {}, styles: []}},
    algolia: searchConfig(env),
  } satisfies ThemeConfig,
  customFields: {fontKitId: env.fontKitId, repository: env.repository},
};

export default config;
