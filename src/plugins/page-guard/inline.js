/* global SETTINGS, HTMLScriptElement, document, window, location, localStorage, performance, getComputedStyle, URL, addEventListener */
// Runs at the beginning of every page, before anything is shown and before any other code of the site is there.
(({baseUrl, announcement, text, codeList}) => {
  const root = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  // What is stored but is no colour mode counts as light; Docusaurus takes it for the name of a theme.
  const {theme, themeChoice} = root.dataset;
  if ((theme !== 'light' && theme !== 'dark') || (themeChoice === 'system' && stored('theme') === '')) {
    root.dataset.theme = root.dataset.themeChoice = 'light';
  }

  // That an announcement was closed says nothing of the next one; Docusaurus notices only after it hid that one.
  if (announcement && stored('docusaurus.announcement.id') !== announcement) {
    root.dataset.announcementBarInitiallyDismissed = 'false';
  }

  // The browser goes to a place on the page, or back to where the reader was, by heights, which all of the text has to
  // have by then; src/speed/parts ends it once it knows them.
  const [visit] = performance.getEntriesByType('navigation');
  if (location.hash || (visit && visit.type !== 'navigate')) {
    root.dataset.whole = '';
  }

  /** Base URL with which this address would be that of the page, by what the page says its address is. */
  const fittingBaseUrl = () => {
    const page = new URL(document.querySelector('link[rel=canonical]').href).pathname.slice(baseUrl.length);
    const here = `${location.pathname.replace(/(\/index)?(\.html)?\/?$/, '')}/`;
    if (page === '404.html') {
      return here.replace(/^(\/[^/]+\/).*/, '$1');
    }
    return page && here.endsWith(`/${page}/`) ? here.slice(0, -page.length - 1) : here;
  };

  const showAtTop = (id, message) => {
    const box = document.createElement('div');
    box.id = id;
    box.textContent = message;
    box.setAttribute('role', 'alert');
    document.body.prepend(box);
    return box;
  };

  const showLost = () => {
    const retry = document.createElement('button');
    retry.textContent = text.retry;
    retry.onclick = () => location.reload();
    showAtTop('page-lost', text.lost).append(' ', retry);
  };

  // The stylesheet is not there either.
  const showWrongBaseUrl = (suggestion) => {
    const message = text.wrong.replace('{configured}', baseUrl).replace('{suggested}', suggestion);
    showAtTop('wrong-base-url', message).style =
      'margin:20px;padding:20px;border:thick solid red;background:#fff4e5;color:#1f2328;font:20px/1.7 system-ui;white-space:pre-line';
  };

  let told = false;
  const tell = () => {
    if (told) {
      return;
    }
    told = true;
    const styled = getComputedStyle(root).getPropertyValue('--ifm-color-primary');
    const fitting = fittingBaseUrl();
    if (styled || fitting === baseUrl) {
      showLost();
    } else {
      showWrongBaseUrl(fitting);
    }
  };
  addEventListener('siteloadfailure', tell);

  // A file without which the site's code does not run; what it asks for later it reports itself. The event does not bubble.
  const isCode = (target) => target instanceof HTMLScriptElement && target.src.startsWith(location.origin);
  addEventListener('error', ({target}) => !window.siteCodeRuns && isCode(target) && tell(), true);

  const check = () => window.siteCodeRuns || tell();
  addEventListener('sitecodeloaded', check);
  // Without late code, which says when it is there, deferred scripts have run by now.
  addEventListener('DOMContentLoaded', () => document.querySelector(`[${codeList}]`) || check());
})(SETTINGS);
