import {themeCommonFile} from './files';
import type {Fix} from './fix';

/**
 * Readers saw: a page in the dark mode of the system turned light for good when it was printed, as browsers say that the
 * system is light while they print.
 *
 * Report, ready to send to facebook/docusaurus: `colorMode.js` ignores a change to light while printing only for the
 * setting of the page; when the system's scheme is followed, the change reported during print is taken over.
 *
 * Delete after a version of `@docusaurus/theme-common` that ignores it. Test: tests/e2e/colorMode.test.ts.
 */
export const printColours: Fix = {
  file: themeCommonFile('contexts/colorMode.js'),
  changes: [
    {
      search:
        "return subscribeToMedia('(prefers-color-scheme: dark)', () => onChange(getSystemColorMode()));",
      replace: `const follow = () => window.matchMedia('print').matches || onChange(getSystemColorMode());
    const stops = ['(prefers-color-scheme: dark)', 'print'].map((query) => subscribeToMedia(query, follow));
    return () => stops.forEach((stop) => stop());`,
    },
  ],
};
