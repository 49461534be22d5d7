import {clientFile} from './files';
import type {Fix} from './fix';

/**
 * Readers saw: on a phone, a page that answered nothing for a quarter of a second, while all of the site's code was
 * evaluated at once. Now React, the routes and the theme are a task each, and what the page needs besides is on its way
 * while the theme is evaluated.
 *
 * Report, ready to send to facebook/docusaurus: `clientEntry` imports `App`, `preload` and `docusaurus` statically, so that
 * the whole main chunk is one long task. Expected: `import()` with `webpackMode: "eager"`, in tasks of their own.
 *
 * Delete after a version of `@docusaurus/core` whose `clientEntry.js` does so. Test: tests/e2e/tasks.test.ts.
 */
export const oneTask: Fix = {
  file: clientFile('clientEntry.js'),
  changes: [
    {search: "import App from './App';", replace: 'let App;'},
    {search: "import preload from './preload';", replace: ''},
    {search: "import docusaurus from './docusaurus';", replace: ''},
    {search: 'window.docusaurus = docusaurus;', replace: ''},
    {search: 'const app = (', replace: 'const renderedApp = () => ('},
    {search: /\bapp(?=[,)])/g, replace: 'renderedApp()'},
    {
      search: 'preload(window.location.pathname).then(',
      replace: `const nextTask = () => new Promise((resolve) => setTimeout(resolve));
    const load = async () => {
      await nextTask();
      const {default: preload} = await import(/* webpackMode: "eager" */ './preload');
      const {default: docusaurus} = await import(/* webpackMode: "eager" */ './docusaurus');
      window.docusaurus = docusaurus;
      const loaded = preload(window.location.pathname);
      await nextTask();
      ({default: App} = await import(/* webpackMode: "eager" */ './App'));
      await nextTask();
      await loaded;
    };
    load().then(`,
    },
  ],
};
