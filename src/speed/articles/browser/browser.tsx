import {useLayoutEffect, useRef, type ComponentType, type ReactNode} from 'react';
import {useHistory} from '@docusaurus/router';
import {useLinkHandlers} from '@site/src/browser/linkHandlers';
import {fill} from './fill';
import {layOutParts} from '../../parts/browser/layOutParts';

/** What a Markdown page's module exports beside its component; the page has it in its HTML. */
export interface ArticleData {
  metadata: {permalink: string};
  frontMatter: object;
  toc: object[];
  contentTitle?: string;
  assets: object;
}

/** An article as the server rendered it. */
interface Article {
  permalink: string;
  data: ArticleData;
  /** What holds its content while no page shows it; undefined while it is in the document. */
  content?: ParentNode;
}

/**
 * Has React leave the server's HTML as it is: it neither compares nor renders it. Always the same object, since for
 * another one with the same text React 19.1 empties the element whenever its component renders again.
 */
const LEFT_ALONE = {__html: ''};

function findArticle(root: ParentNode): HTMLElement | null {
  return root.querySelector<HTMLElement>('[data-article]');
}

function readData(element: HTMLElement): ArticleData {
  return JSON.parse(element.querySelector(':scope > script')!.textContent!) as ArticleData;
}

async function findOrFetch(permalink: string): Promise<Article> {
  const shown = findArticle(document);
  if (shown?.dataset.article === permalink) {
    return {permalink, data: readData(shown)};
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
  return {permalink, data: readData(element), content: document.adoptNode(element)};
}

/** Makes the component that shows an article without rendering it. */
function createBrowserArticle(article: Article): ComponentType {
  return function BrowserArticle(): ReactNode {
    const ref = useRef<HTMLDivElement>(null);
    const history = useHistory();
    useLayoutEffect(() => {
      const element = ref.current!;
      const isFromTop = history.action === 'PUSH' && !history.location.hash;
      const end = article.content ? fill(element, article.content, isFromTop) : layOutParts(element);
      article.content = undefined;
      return () => {
        end();
        article.content = element;
      };
    }, [history]);
    const handlers = useLinkHandlers();
    return (
      // The handlers belong to the links inside, which are keyboard-operable by themselves.
      <div
        ref={ref}
        className="article"
        data-article={article.permalink}
        {...handlers}
        suppressHydrationWarning
        dangerouslySetInnerHTML={LEFT_ALONE}
      />
    );
  };
}

/**
 * Loads a Markdown page from its HTML: from the document where the reader came to it first, else from the server.
 *
 * @param permalink address of the page
 * @returns what the page's module would export
 * @throws Error where that HTML can't be had, at which Docusaurus loads the page the plain way
 */
export async function loadArticle(permalink: string): Promise<ArticleData & {default: ComponentType}> {
  const article = await findOrFetch(permalink);
  return {...article.data, default: createBrowserArticle(article)};
}
