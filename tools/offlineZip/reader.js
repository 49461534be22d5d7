// Code of the pages of an archive, which are opened from a file system: no module, no request.
/* global addEventListener, document, location, matchMedia, window */
(function () {
  const root = document.currentScript.dataset.root;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const setTheme = () => document.documentElement.setAttribute('data-theme', dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', setTheme);
  setTheme();

  // What needs the code of the site.
  const style = document.createElement('style');
  style.textContent = '.theme-announcement-bar, [class*="colorModeToggle"], .code-actions { display: none }';
  document.head.append(style);

  const search = () => (location.href = `${root}/search.html`);
  addEventListener('click', ({target}) => target.closest('button[aria-haspopup="dialog"]') && search());
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
      event.preventDefault();
      search();
    }
  });

  /** Sections in which every word stands, those whose own heading is or has them first. */
  function find(words) {
    const found = [];
    for (const section of window.readerIndex) {
      section.low ??= [section.title.toLowerCase(), `${section.title}\n${section.text}`.toLowerCase()];
      const [title, all] = section.low;
      if (words.every((word) => all.includes(word))) {
        const own = title.split(' › ').at(-1);
        const exact = own === words.join(' ') ? 100 : 0;
        found.push([
          exact + words.reduce((sum, word) => sum + 2 * own.includes(word) + title.includes(word), 0),
          section,
        ]);
      }
    }
    return found.sort(([a], [b]) => b - a).map(([, section]) => section);
  }

  /** The text around the first word found. */
  function around(text, words) {
    const at = Math.max(
      0,
      Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((i) => i >= 0)),
    );
    const start = Number.isFinite(at) ? Math.max(0, at - 40) : 0;
    return text.slice(start, start + 160);
  }

  function answer(input, list) {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length > 0 ? find(words) : [];
    list.replaceChildren(
      ...found.slice(0, 50).map(({title, text, url}) => {
        const item = document.createElement('li');
        const link = Object.assign(document.createElement('a'), {href: url, textContent: title});
        const snippet = Object.assign(document.createElement('p'), {textContent: around(text, words)});
        item.append(link, snippet);
        return item;
      }),
    );
    list.dataset.found = found.length;
  }

  addEventListener('DOMContentLoaded', () => {
    const input = document.querySelector('#reader-query');
    if (input) {
      const list = document.querySelector('#reader-found');
      input.addEventListener('input', () => answer(input, list));
      input.focus();
    }
  });
})();
