import {
  useLayoutEffect,
  useRef,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import {useHistory} from '@docusaurus/router';
import {findClientRoute} from './links';

/** An article as the server rendered it. */
interface Article {
  permalink: string;
  /** Its content while no page shows it; undefined while it is in the document. */
  content?: DocumentFragment;
}

function findArticle(root: ParentNode): HTMLElement | null {
  return root.querySelector<HTMLElement>('[data-article]');
}

function takeContent(element: HTMLElement): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...element.childNodes);
  return fragment;
}

/**
 * Finds the article of a page: the one in the document where the reader came to this page first, else the one in the
 * HTML of the page.
 *
 * @throws Error where that HTML can't be had, at which Docusaurus loads the page the plain way
 */
export async function loadArticle(permalink: string): Promise<Article> {
  if (findArticle(document)?.dataset.article === permalink) {
    return {permalink};
  }
  const response = await fetch(permalink, {credentials: 'same-origin'});
  if (!response.ok) {
    throw new Error(`${permalink}: HTTP ${response.status}`);
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const element = findArticle(page);
  if (!element) {
    throw new Error(`${permalink}: no article in the page`);
  }
  return {permalink, content: document.adoptNode(takeContent(element))};
}

/** Makes the component that shows an article without rendering it. */
export function createBrowserArticle(article: Article): ComponentType {
  return function BrowserArticle(): ReactNode {
    const ref = useRef<HTMLDivElement>(null);
    const history = useHistory();
    useLayoutEffect(() => {
      const element = ref.current!;
      if (article.content) {
        element.replaceChildren(article.content);
        article.content = undefined;
      }
      return () => {
        article.content = takeContent(element);
      };
    }, []);
    const onClick = (event: MouseEvent) => {
      const route = findClientRoute(event.target as Element);
      const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (route && plain && !event.defaultPrevented) {
        event.preventDefault();
        history.push(route);
      }
    };
    const onApproach = (event: SyntheticEvent) => {
      const route = findClientRoute(event.target as Element);
      if (route) {
        void window.docusaurus.preload(route.replace(/[?#].*$/, ''));
      }
    };
    return (
      // The handlers belong to the links inside, which are keyboard-operable by themselves.
      <div
        ref={ref}
        className="article"
        data-article={article.permalink}
        onClick={onClick}
        onMouseOver={onApproach}
        onFocus={onApproach}
        onTouchStart={onApproach}
        // The server's HTML stays; React neither compares nor renders it.
        suppressHydrationWarning
        dangerouslySetInnerHTML={{__html: ''}}
      />
    );
  };
}
