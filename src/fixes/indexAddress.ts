import {clientFile} from './files';
import type {Fix} from './fix';

/**
 * Readers saw: `/docs/index`, which old links have, was a page that does not exist, though `/docs/index.html` is `/docs`.
 *
 * Report, ready to send to facebook/docusaurus: `normalizeLocation` strips `/index.html` and `.html`, but not `/index`,
 * which hosts with clean URLs make of `/index.html` before the client sees it. Expected: the page of the folder.
 *
 * Delete after a version of `@docusaurus/core` in which `normalizeLocation.js` strips `/index`. Test: tests/e2e/routes.test.ts.
 */
export const indexAddress: Fix = {
  file: clientFile('normalizeLocation.js'),
  changes: [{search: '/(?:\\/index)?\\.html$/', replace: '/\\/index$|(?:\\/index)?\\.html$/'}],
};
