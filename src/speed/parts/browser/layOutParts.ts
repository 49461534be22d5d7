/** Whether far parts are left out of the layout (`.part` in src/css/reading.css) and there is a time to lay them out. */
const canWait = () => 'requestIdleCallback' in window && CSS.supports('overflow-anchor', 'auto');

/** Time after which no other part is laid out at once, in milliseconds. */
const SLICE = 4;

/** Height that a part has when it is laid out, in pixels. */
function measure(part: HTMLElement): number {
  const before = part.style.contentVisibility;
  part.style.contentVisibility = 'visible';
  const {height} = part.getBoundingClientRect();
  part.style.contentVisibility = before;
  return height;
}

/** Whether a part is seen, or one screen away. */
function isNear(part: HTMLElement): boolean {
  const {top, bottom} = part.getBoundingClientRect();
  return bottom > -window.innerHeight && top < 2 * window.innerHeight;
}

/** Makes a change of heights that leaves in its place what is read; a scroll meanwhile keeps the browser from doing so. */
function keepPlace(article: HTMLElement, change: () => void): void {
  const seen = [...article.children].find((child) => child.getBoundingClientRect().bottom > 0);
  const topOfSeen = () => seen?.getBoundingClientRect().top ?? 0;
  const before = topOfSeen();
  change();
  window.scrollBy({top: topOfSeen() - before, behavior: 'instant'});
}

/**
 * Lays out the parts of an article while the browser is idle, a few at a time, and gives each the room that it takes, so
 * that nothing has to move when it comes near. Begins anew when the window gets another width.
 *
 * @returns ends it
 */
export function layOutParts(article: HTMLElement): () => void {
  if (!canWait()) {
    return () => undefined;
  }
  const parts = [...article.querySelectorAll<HTMLElement>('.part')];
  const heights: number[] = [];
  let width = window.innerWidth;
  let waiting = requestIdleCallback(go);
  function go() {
    const start = performance.now();
    while (heights.length < parts.length && performance.now() - start < SLICE) {
      heights.push(measure(parts[heights.length]!));
    }
    if (heights.length < parts.length) {
      waiting = requestIdleCallback(go);
    } else {
      keepPlace(article, () => {
        // Left out for only a frame, what is seen would count as moved.
        parts.filter(isNear).forEach(({style}) => (style.contentVisibility = 'visible'));
        parts.forEach(({style}, i) => (style.containIntrinsicBlockSize = `auto ${heights[i]}px`));
        delete document.documentElement.dataset.whole;
      });
    }
  }
  const onResize = () => {
    if (window.innerWidth !== width) {
      width = window.innerWidth;
      heights.length = 0;
      // Those of another width are further off than the estimate.
      parts.forEach(({style}) => (style.containIntrinsicBlockSize = ''));
      cancelIdleCallback(waiting);
      waiting = requestIdleCallback(go);
    }
  };
  window.addEventListener('resize', onResize);
  return () => {
    cancelIdleCallback(waiting);
    window.removeEventListener('resize', onResize);
  };
}
