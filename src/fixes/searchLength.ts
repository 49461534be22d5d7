import path from 'node:path';
import {MAX_QUERY_LENGTH} from '../site/searchTypes';
import type {Fix} from './fix';

/**
 * Readers saw: a pasted line of a log cut after 64 characters, without a word about it.
 *
 * Report, ready to send to algolia/docsearch: let a property of the modal say how many characters its field takes. What
 * the selection on the page fills in stays at 64, which is another number.
 *
 * Delete after a version of `@docsearch/react` that has such a property. Test: tests/e2e/search/typed.test.ts.
 */
export const searchLength: Fix = {
  file: path.resolve(require.resolve('@docsearch/react/package.json'), '../dist/esm/index.js'),
  changes: [
    {
      search: 'autoFocus:o.autoFocus,maxLength:64}',
      replace: `autoFocus:o.autoFocus,maxLength:${MAX_QUERY_LENGTH}}`,
    },
  ],
};
