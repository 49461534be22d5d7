import path from 'node:path';
import type {Plugin} from '@docusaurus/types';

const CORE = path.dirname(require.resolve('@docusaurus/core/package.json'));
const THEME_COMMON = path.dirname(require.resolve('@docusaurus/theme-common'));

interface Change {
  search: string | RegExp;
  replace: string;
}

/** A file of Docusaurus, and what is changed in it. */
interface Patch {
  file: string;
  changes: Change[];
}

const PATCHES: readonly Patch[] = [
  {
    // `/docs/index` is another spelling of `/docs`, as `/docs/index.html` is.
    file: path.join(CORE, 'lib/client/normalizeLocation.js'),
    changes: [{search: '/(?:\\/index)?\\.html$/', replace: '/\\/index$|(?:\\/index)?\\.html$/'}],
  },
  {
    // What is preloaded is the route that will be shown (`/docs.html` shows `/docs`), and no address makes this throw.
    file: path.join(CORE, 'lib/client/preload.js'),
    changes: [
      {
        search: "import routes from '@generated/routes';",
        replace: `import routes from '@generated/routes';
import normalizeLocation from './normalizeLocation';
import {spellings} from '@site/src/site/addresses';`,
      },
      {
        search: '[pathname, decodeURI(pathname)]',
        replace: 'spellings(normalizeLocation({pathname}).pathname)',
      },
    ],
  },
  {
    // A chunk that is lost on the first load leaves the page as the server rendered it: src/plugins/page-guard says so.
    // The page of missing pages is rendered anew: the server could not know the address, on which parts of it depend.
    // The site has addresses, not hashes, so that the router for those stays out.
    file: path.join(CORE, 'lib/client/clientEntry.js'),
    changes: [
      {search: 'import { BrowserRouter, HashRouter }', replace: 'import { BrowserRouter }'},
      {search: /return siteConfig\.future\.experimental_router.* : /, replace: 'return '},
      {
        search: 'if (hydrate)',
        replace: `if (hydrate && !document.querySelector('link[rel=canonical][href$="/404.html"]'))`,
      },
      {
        search: /startTransition\(renderApp\);\s*\}\)/,
        replace: `startTransition(renderApp);
    }).catch((error) => {
        window.dispatchEvent(new Event('siteloadfailure'));
        throw error;
    })`,
      },
    ],
  },
  {
    // Browsers say that the system is light while they print a page. After printing, the page is as the system is.
    file: path.join(THEME_COMMON, 'contexts/colorMode.js'),
    changes: [
      {
        search:
          "return subscribeToMedia('(prefers-color-scheme: dark)', () => onChange(getSystemColorMode()));",
        replace: `const follow = () => window.matchMedia('print').matches || onChange(getSystemColorMode());
    const stops = ['(prefers-color-scheme: dark)', 'print'].map((query) => subscribeToMedia(query, follow));
    return () => stops.forEach((stop) => stop());`,
      },
    ],
  },
  // What is rendered only in the browser, such as the menu of phones, is rendered after hydration piece by piece, so that
  // the page answers meanwhile.
  {
    file: path.join(CORE, 'lib/client/browserContext.js'),
    changes: [
      {search: '{ useEffect, useState }', replace: '{ startTransition, useEffect, useState }'},
      {search: 'setIsBrowser(true);', replace: 'startTransition(() => setIsBrowser(true));'},
    ],
  },
  {
    file: path.join(THEME_COMMON, 'hooks/useWindowSize.js'),
    changes: [
      {search: '{ useEffect, useState }', replace: '{ startTransition, useEffect, useState }'},
      {search: /updateWindowSize\(\);(?=\s*window)/, replace: 'startTransition(updateWindowSize);'},
    ],
  },
  {
    // Any order will do; the first use of a language's order takes long.
    file: path.join(THEME_COMMON, 'utils/reactUtils.js'),
    changes: [{search: 'a[0].localeCompare(b[0])', replace: '(a[0] < b[0] ? -1 : 1)'}],
  },
  {
    // Storage that throws is logged once, whatever throws.
    file: path.join(THEME_COMMON, 'utils/storageUtils.js'),
    changes: [
      {
        search: /console\.error\(`[^`]*`, err\)/g,
        replace: 'logOnceBrowserStorageNotAvailableWarning(err)',
      },
    ],
  },
];

/**
 * Changes lines of Docusaurus's own browser code that no component, option or client module can reach. Each has to be
 * found: an update of Docusaurus that moves one stops the build.
 */
export default function patchesPlugin(): Plugin {
  return {
    name: 'tvm-patches',
    configureWebpack() {
      return {
        module: {
          rules: PATCHES.map(({file, changes}) => ({
            include: require.resolve(file),
            loader: require.resolve('string-replace-loader'),
            options: {multiple: changes.map((change) => ({...change, strict: true}))},
          })),
        },
      };
    },
  };
}
