import {themeCommonFile} from './files';
import type {Fix} from './fix';

/**
 * Readers saw, in the console of a browser that forbids storage: an error for each attempt to use it, dozens a page.
 *
 * Report, ready to send to facebook/docusaurus: `storageUtils` logs once that storage is not available when it is missing,
 * but `console.error`s every time where an access throws. Expected: once as well.
 *
 * Delete after a version of `@docusaurus/theme-common` that does. Test: tests/e2e/storage.test.ts.
 */
export const storageWarning: Fix = {
  file: themeCommonFile('utils/storageUtils.js'),
  changes: [
    {
      search: /console\.error\(`[^`]*`, err\)/g,
      replace: 'logOnceBrowserStorageNotAvailableWarning(err)',
    },
  ],
};
