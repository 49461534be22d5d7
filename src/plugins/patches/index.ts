import path from 'node:path';
import type {Plugin, RouteConfig} from '@docusaurus/types';
import {isPlain} from '../../site/matchPath';

const CORE = path.dirname(require.resolve('@docusaurus/core/package.json'));
const ROUTER = path.dirname(require.resolve('react-router/package.json'));
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
    // The site has addresses, not hashes, so that the router for those stays out. React, the routes and the theme are
    // evaluated in a task each, between which the page answers; the first tells src/plugins/page-guard that code runs.
    file: path.join(CORE, 'lib/client/clientEntry.js'),
    changes: [
      {
        search: "import { BrowserRouter, HashRouter } from 'react-router-dom';",
        replace: "import { BrowserRouter } from '@site/src/components/PageRouter';",
      },
      {search: /return siteConfig\.future\.experimental_router.* : /, replace: 'return '},
      {
        search: 'if (hydrate)',
        replace: `if (hydrate && !document.querySelector('link[rel=canonical][href$="/404"]'))`,
      },
      {search: /import (?:App|preload|docusaurus) from .*/g, replace: ''},
      {search: 'window.docusaurus = docusaurus;', replace: 'window.siteCodeRuns = true;'},
      {search: 'const app = (', replace: 'const render = (App) => ('},
      {search: 'const renderApp = () => {', replace: 'const renderApp = (App) => {'},
      {search: /\bapp(?=[,)])/g, replace: 'render(App)'},
      {
        search: 'preload(window.location.pathname).then(() => {',
        replace: `const nextTask = () => new Promise((resolve) => setTimeout(resolve));
    const load = async () => {
      await nextTask();
      const {default: preload} = await import(/* webpackMode: "eager" */ './preload');
      const {default: docusaurus} = await import(/* webpackMode: "eager" */ './docusaurus');
      window.docusaurus = docusaurus;
      await nextTask();
      const {default: App} = await import(/* webpackMode: "eager" */ './App');
      await nextTask();
      await preload(window.location.pathname);
      return App;
    };
    load().then((App) => {`,
      },
      {search: 'startTransition(renderApp);', replace: 'startTransition(() => renderApp(App));'},
      {
        search: /(startTransition\(.*\);)\s*\}\)/,
        replace: `$1
    }).catch((error) => {
        window.dispatchEvent(new Event('siteloadfailure'));
        throw error;
    })`,
      },
    ],
  },
  // The address goes to the page when that has loaded, and to nothing before: src/components/PageRouter.
  {
    file: path.join(CORE, 'lib/client/App.js'),
    changes: [
      {
        search: "import { useLocation } from '@docusaurus/router';",
        replace: "import { useHistoryLocation } from '@site/src/components/PageRouter';",
      },
      {search: 'const location = useLocation();', replace: 'const location = useHistoryLocation();'},
      {search: /<SiteMetadataDefaults \/>\s*<SiteMetadata \/>/, replace: ''},
      {
        search: 'const routesElement = renderRoutes(routes);',
        replace: 'const routesElement = <><SiteMetadataDefaults /><SiteMetadata />{renderRoutes(routes)}</>;',
      },
    ],
  },
  {
    file: path.join(CORE, 'lib/client/PendingNavigation.js'),
    changes: [
      {
        search: "import { Route } from 'react-router-dom';",
        replace:
          "import { __HistoryContext as HistoryContext, __RouterContext as RouterContext } from 'react-router';",
      },
      {
        search: 'routeUpdateCleanupCb;\n    constructor',
        replace: 'routeUpdateCleanupCb;\n    static contextType = HistoryContext;\n    constructor',
      },
      {
        search: '<Route location={location} render={() => children}/>',
        replace: `<RouterContext.Provider value={{
          history: this.context,
          location,
          match: {path: '/', url: '/', params: {}, isExact: location.pathname === '/'},
        }}>{children}</RouterContext.Provider>`,
      },
    ],
  },
  {
    // Which page an address belongs to is asked for every page, several times at each navigation.
    file: path.join(ROUTER, 'esm/react-router.js'),
    changes: [
      {
        search: "import React from 'react';",
        replace: `import React from 'react';
import { matchPath as match } from '@site/src/site/matchPath';`,
      },
      {search: /var _options = options,[\s\S]*?\}, null\);/, replace: 'return match(pathname, options);'},
    ],
  },
  {
    file: path.join(CORE, 'lib/client/exports/renderRoutes.js'),
    changes: [
      {
        search: "export { renderRoutes as default } from 'react-router-config';",
        replace: "export { renderRoutes as default } from '@site/src/components/PageRouter/renderRoutes';",
      },
    ],
  },
  {
    // Asking for the position while rendering makes the browser lay out the page there and then.
    file: path.join(THEME_COMMON, 'utils/scrollUtils.js'),
    changes: [
      {search: 'useRef(getScrollPosition())', replace: 'useRef(null)'},
      {
        search: /handleScroll\(\);(?=\s*window)/,
        replace: 'lastPositionRef.current ??= getScrollPosition();\n        handleScroll();',
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
    // After hydration the size is known at once; else each page would be rendered twice.
    file: path.join(THEME_COMMON, 'hooks/useWindowSize.js'),
    changes: [
      {
        search: "import { useEffect, useState } from 'react';",
        replace: `import { startTransition, useEffect, useState } from 'react';
import useIsBrowser from '@docusaurus/useIsBrowser';`,
      },
      {
        search: 'const [windowSize, setWindowSize]',
        replace: 'const isBrowser = useIsBrowser();\n    const [windowSize, setWindowSize]',
      },
      {search: /(?<=issues\/9379\s*)'ssr'/, replace: "isBrowser ? getWindowSize(desktopBreakpoint) : 'ssr'"},
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

/** Paths of routes and of those inside them. */
function flatten(routes: readonly RouteConfig[]): string[] {
  return routes.flatMap(({path: own, routes: inner = []}) => [own, ...flatten(inner)]);
}

/**
 * Changes lines of Docusaurus's own browser code that no component, option or client module can reach. Each has to be
 * found: an update of Docusaurus that moves one stops the build.
 */
export default function patchesPlugin(): Plugin {
  return {
    name: 'tvm-patches',
    postBuild({routes}) {
      const patterns = flatten(routes).filter((route) => !isPlain(route));
      if (patterns.length > 0) {
        throw new Error(
          `路由的路径里有模式，浏览器里不会匹配：${patterns.join('、')}；改成普通路径，或改 src/site/matchPath.ts`,
        );
      }
      return Promise.resolve();
    },
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
