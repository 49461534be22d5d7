import {clientFile} from './files';
import type {Fix} from './fix';

/**
 * Readers saw: opened as `/docs.html`, a page flashed empty, since what was preloaded was not the route that was shown; and
 * an address that can't be decoded left the page without its code.
 *
 * Report, ready to send to facebook/docusaurus: `preload` matches `[pathname, decodeURI(pathname)]` against the routes. It
 * throws `URIError` for a malformed address, and it does not apply `normalizeLocation`, which decides what is rendered.
 *
 * Delete after a version of `@docusaurus/core` whose `preload.js` normalises the path. Test: tests/e2e/routes.test.ts.
 */
export const preloadAddress: Fix = {
  file: clientFile('preload.js'),
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
};
