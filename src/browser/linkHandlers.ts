import {useMemo, type DOMAttributes, type MouseEvent, type SyntheticEvent} from 'react';
import {useHistory} from '@docusaurus/router';
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
    // The number of a release is no extension.
    /\.[a-z]\w*$/i.test(url.pathname)
  ) {
    return undefined;
  }
  return url.pathname + url.search + url.hash;
}

type Handlers = Pick<DOMAttributes<Element>, 'onClick' | 'onMouseOver' | 'onFocus' | 'onTouchStart'>;

/**
 * Handlers for an element whose links are plain ones: within the site they lead without a load of the page, and the page
 * that they lead to is preloaded when they are approached.
 */
export function useLinkHandlers(): Handlers {
  const history = useHistory();
  return useMemo(() => {
    const onApproach = (event: SyntheticEvent) => {
      const route = findClientRoute(event.target as Element);
      if (route) {
        void window.docusaurus.preload(route.replace(/[?#].*$/, ''));
      }
    };
    return {
      onClick(event: MouseEvent) {
        const route = findClientRoute(event.target as Element);
        const plain =
          event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
        if (route && plain && !event.defaultPrevented) {
          event.preventDefault();
          history.push(route);
        }
      },
      onMouseOver: onApproach,
      onFocus: onApproach,
      onTouchStart: onApproach,
    };
  }, [history]);
}
