import {clientFile} from './files';
import type {Fix} from './fix';

/**
 * Readers saw: with one file of the code lost (a bad connection, a deployment meanwhile) the page stayed dead and nothing
 * said so. `src/plugins/page-guard` tells them, once it hears of it.
 *
 * Report, ready to send to facebook/docusaurus: in `clientEntry`, `preload(window.location.pathname).then(…)` has no
 * `catch`; a rejected import leaves the server's HTML unhydrated without any sign to the site.
 *
 * Delete after a version of `@docusaurus/core` whose `clientEntry.js` reports it. Test: tests/e2e/failures.test.ts.
 */
export const lostChunk: Fix = {
  file: clientFile('clientEntry.js'),
  changes: [
    {
      search: 'window.docusaurus = docusaurus;',
      replace: 'window.docusaurus = docusaurus;\n    window.siteCodeRuns = true;',
    },
    {
      search: /(startTransition\(renderApp\);)\s*\}\)/,
      replace: `$1
    }).catch((error) => {
        window.dispatchEvent(new Event('siteloadfailure'));
        throw error;
    })`,
    },
  ],
};
