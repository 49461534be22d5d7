import path from 'node:path';
import type {Fix} from './fix';

/**
 * Readers saw: 没有结果： "查询", straight quotes in a Chinese sentence, which are part of the code and of no message.
 *
 * Report, ready to send to algolia/docsearch: the quotes around the query of `NoResultsScreen` should belong to the
 * translation.
 *
 * Delete after a version of `@docsearch/react` whose message holds the query. Test: tests/e2e/search/dialog.test.ts.
 */
export const searchQuotes: Fix = {
  file: path.resolve(require.resolve('@docsearch/react/package.json'), '../dist/esm/index.js'),
  changes: [
    {
      search: `' "',e.createElement("strong",null,o.state.query),'"'`,
      replace: `'「',e.createElement("strong",null,o.state.query),'」'`,
    },
  ],
};
