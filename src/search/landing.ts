/** What a search asked for, marked on the page that a result leads to. */
import {afterPaint} from '@site/src/browser/afterPaint';
import {openAround} from '@site/src/browser/openAround';
import {findPhrase} from './highlight';
import {cleanQuery} from './cleanQuery';

/** Name under which src/css/search.css colours the marks. */
const MARKS = 'search-landing';
const MAX_MARKS = 200;
/** A page of a result that is not there after this time (ms) is not marked. */
const LIMIT_MS = 5000;
const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/** All text of an element, and the range of a stretch of it. */
function readText(element: Element): {text: string; range: (from: number, to: number) => Range} {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: {node: Text; start: number}[] = [];
  let text = '';
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    nodes.push({node, start: text.length});
    text += node.data;
  }
  const place = (offset: number, isEnd: boolean) => {
    const found = nodes.findLast(({start}) => (isEnd ? start < offset : start <= offset))!;
    return [found.node, offset - found.start] as const;
  };
  return {
    text,
    range(from, to) {
      const range = document.createRange();
      range.setStart(...place(from, false));
      range.setEnd(...place(to, true));
      return range;
    },
  };
}

/** Whether a place belongs to the section that a heading begins: behind it, and before the next heading of its level. */
function inSection(range: Range, heading: Element): boolean {
  const follows = (a: Node, b: Node) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (!heading.contains(range.startContainer) && !follows(heading, range.startContainer)) {
    return false;
  }
  const next = [...document.querySelectorAll(`article :is(${HEADINGS})`)].find(
    (other) => follows(heading, other) && other.tagName <= heading.tagName,
  );
  return !next || Boolean(follows(range.startContainer, next));
}

function reveal(range: Range): void {
  openAround(range.startContainer.parentElement!);
  const {top, bottom} = range.getBoundingClientRect();
  const bar = document.querySelector('.navbar')?.getBoundingClientRect().bottom ?? 0;
  if (top < bar || bottom > window.innerHeight) {
    window.scrollBy({top: top - window.innerHeight / 3, behavior: 'instant'});
  }
}

function markArticle(article: Element, query: string, anchor: string): void {
  const {text, range} = readText(article);
  const ranges = findPhrase(text, cleanQuery(query))
    .slice(0, MAX_MARKS)
    .map(([from, to]) => range(from, to));
  if (ranges.length === 0) {
    return;
  }
  CSS.highlights.set(MARKS, new Highlight(...ranges));
  const heading = anchor && document.getElementById(anchor);
  const first = heading ? ranges.find((one) => inSection(one, heading)) : ranges[0];
  if (first) {
    reveal(first);
  }
}

function clear(): void {
  CSS.highlights.delete(MARKS);
}

/**
 * Marks what a query asked for once the page that a result leads to is shown, and brings the first place in the section of
 * the result into view. Escape takes the marks away; another page has none. Does nothing in browsers without highlights.
 *
 * @param query as the reader typed it
 * @param url address of the result, with its hash
 */
export function markOnLanding(query: string, url: string): void {
  if (!('highlights' in CSS)) {
    return;
  }
  clear();
  const {pathname, hash} = new URL(url, window.location.href);
  const end = performance.now() + LIMIT_MS;
  const before = window.location.pathname === pathname ? null : document.querySelector('article');
  const look = () => {
    const article = document.querySelector('article');
    const isThere = window.location.pathname === pathname && article && article !== before;
    if (isThere) {
      // The router scrolls to the section in the frame that shows the page; a reader may have gone back by then.
      afterPaint(() => article.isConnected && markArticle(article, query, decodeURIComponent(hash.slice(1))));
      const drop = (event: KeyboardEvent) => {
        if (event.key === 'Escape') {
          clear();
          document.removeEventListener('keydown', drop);
        }
      };
      document.addEventListener('keydown', drop);
    } else if (performance.now() < end) {
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
}
