/** Parts of an article (headings, paragraphs, blocks) that more than fill a screen. */
const FIRST = 12;
/** Parts that are added at a time after that, so that the page answers meanwhile. */
const NEXT = 24;

/** Longest wait for a paint, in milliseconds; a page in the background has none. */
const LONGEST_WAIT = 100;

function afterPaint(act: () => void): void {
  let waiting = true;
  const once = () => {
    if (waiting) {
      waiting = false;
      act();
    }
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST_WAIT);
}

/**
 * Moves the parts of an article into an element.
 *
 * @param gradually whether what comes after the first screen may follow when that is painted
 * @returns adds at once what is still missing
 */
export function fill(element: HTMLElement, content: ParentNode, gradually: boolean): () => void {
  const parts = [...content.childNodes];
  const add = (count: number) => element.append(...parts.splice(0, count));
  const addNext = () => {
    add(NEXT);
    if (parts.length > 0) {
      afterPaint(addNext);
    }
  };
  element.replaceChildren();
  if (gradually) {
    add(FIRST);
    afterPaint(addNext);
  } else {
    add(parts.length);
  }
  return () => add(parts.length);
}
