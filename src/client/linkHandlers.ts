import {isDecodable} from '@site/src/site/addresses';

/**
 * Finds where a click on an element leads within the site.
 *
 * @returns path with query and hash; undefined for what the browser should do by itself: no link, another host, a new
 *   window, a download, a file, an address that can't be decoded, or a place on this page
 */
export function findClientRoute(target: Element): string | undefined {
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) {
    return undefined;
  }
  const url = new URL(link.href);
  const here = window.location;
  const samePage = url.pathname === here.pathname && url.search === here.search;
  if (
    url.origin !== here.origin ||
    samePage ||
    !isDecodable(url.pathname) ||
    /\.\w+$/.test(url.pathname.replace(/\/\d+(\.\d+)+(?=\/|$)/g, ''))
  ) {
    return undefined;
  }
  return url.pathname + url.search + url.hash;
}
