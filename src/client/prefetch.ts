import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import prefetchFile from '@docusaurus/core/lib/client/prefetch';

/** Whether a reader has come to the end of an article and sees the link to the next page, which leads to the path. */
function isNextInView(path: string): boolean {
  const link = document.querySelector<HTMLAnchorElement>('a.pagination-nav__link--next');
  return link?.pathname === path && link.getBoundingClientRect().top < window.innerHeight;
}

type Docusaurus = Window['docusaurus'];

/**
 * Bounds what is fetched ahead. Docusaurus prefetches every link that comes into view, a sidebar of a hundred pages
 * included; here it is the next page alone, when the link to it comes into view at the end of an article. Every other
 * page is loaded when its link is approached (pointer, focus, touch), as ever. What Docusaurus does not fetch on slow
 * connections, this does not either.
 */
function bound({prefetch, preload}: Docusaurus): Docusaurus {
  return Object.freeze({
    preload,
    prefetch(path: string) {
      if (!isNextInView(path)) {
        return false;
      }
      const chunks = prefetch(path);
      // A page of text has no chunk; its HTML is what a navigation needs.
      return chunks && Promise.all([chunks, prefetchFile(path)]).then(([loaded]) => loaded);
    },
  });
}

if (ExecutionEnvironment.canUseDOM) {
  let docusaurus: Docusaurus | undefined = window.docusaurus && bound(window.docusaurus);
  // A preview sets the functions again whenever its code changes.
  Object.defineProperty(window, 'docusaurus', {
    configurable: true,
    get: () => docusaurus,
    set(functions: Docusaurus) {
      docusaurus = bound(functions);
    },
  });
}
