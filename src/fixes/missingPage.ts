import {clientFile} from './files';
import type {Fix} from './fix';

/**
 * Readers saw: on the page for missing pages, what depends on the address (the search with its words, the nearest pages)
 * came and went, since React found the server's HTML, which can't know the address, to differ.
 *
 * Report, ready to send to facebook/docusaurus: `404.html` is served at any address but hydrated as if it were rendered for
 * that address; a page below `/docs` then mismatches in its whole layout. Expected: rendered anew.
 *
 * Delete after a version of `@docusaurus/core` that does not hydrate `404.html`. Test: tests/e2e/failures.test.ts.
 */
export const missingPage: Fix = {
  file: clientFile('clientEntry.js'),
  changes: [
    {
      search: 'if (hydrate)',
      replace: `if (hydrate && !document.querySelector('link[rel=canonical][href$="/404.html"]'))`,
    },
  ],
};
