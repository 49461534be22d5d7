import {afterPaint} from '@site/src/client/afterPaint';
import {layOutParts} from './layOutParts';

/** Parts that are added at a time after the first screen, so that the page answers meanwhile. */
const NEXT = 24;

/** Width of a column of text at the most, and of a character, height of a line, and room between parts, in pixels. */
const COLUMN = 760;
const CHARACTER = 14;
const LINE = 24;
const GAP = 20;

/** Lines of a part at the most: what is longer is folded or scrolls. */
const MOST_LINES = 30;

/** Height of what stands above an article at the least: bar, breadcrumbs, title and the sentence below it, in pixels. */
const ABOVE = 300;

/** About how many lines an element takes. */
function countLines(element: Element, columns: number): number {
  const text = element.textContent ?? '';
  if (['DETAILS', 'SCRIPT'].includes(element.tagName)) {
    return 1;
  }
  const isCode = element.tagName === 'PRE' || element.querySelector('pre') !== null;
  const lines = isCode ? text.split('\n').length : Math.ceil(text.length / columns);
  return Math.min(lines, MOST_LINES);
}

/** How many parts of an article (headings, paragraphs, blocks) fill the first screen, about. */
function countFirst(parts: readonly ChildNode[]): number {
  const columns = Math.min(window.innerWidth, COLUMN) / CHARACTER;
  let height = ABOVE;
  const end = parts.findIndex((part) => {
    const before = height;
    height += part instanceof Element ? countLines(part, columns) * LINE + GAP : 0;
    return before > window.innerHeight;
  });
  return end < 0 ? parts.length : end;
}

/** What is seen at once is laid out at once, which the browser else finds out by laying out twice. */
function show(part: ChildNode): void {
  if (part instanceof HTMLElement && part.matches('.part')) {
    part.style.contentVisibility = 'visible';
  }
}

/**
 * Moves the parts of an article into an element, and has them laid out.
 *
 * @param gradually whether what comes after the first screen may follow when that is painted
 * @returns ends it, with all of them there
 */
export function fill(element: HTMLElement, content: ParentNode, gradually: boolean): () => void {
  const parts = [...content.childNodes];
  const add = (count: number) => element.append(...parts.splice(0, count));
  let end = () => add(parts.length);
  const addNext = () => {
    if (parts.length > 0) {
      add(NEXT);
      afterPaint(addNext);
    } else if (element.isConnected) {
      end = layOutParts(element);
    }
  };
  element.replaceChildren();
  if (gradually) {
    const first = countFirst(parts);
    parts.slice(0, first).forEach(show);
    add(first);
  } else {
    add(parts.length);
  }
  afterPaint(addNext);
  return () => end();
}
