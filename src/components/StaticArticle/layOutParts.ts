/** Whether far parts are left out of the layout (`.part` in src/css/reading.css) and there is a time to lay them out. */
const canWait = () => 'requestIdleCallback' in window && CSS.supports('overflow-anchor', 'auto');

/** Gives a part, while it is left out, the room that it takes when it is laid out. */
function layOut(part: HTMLElement): void {
  const isLeftOut = part.firstElementChild?.checkVisibility({contentVisibilityAuto: true}) === false;
  if (isLeftOut) {
    part.style.contentVisibility = 'visible';
  }
  const {height} = part.getBoundingClientRect();
  part.style.containIntrinsicBlockSize = `auto ${height}px`;
  if (isLeftOut) {
    part.style.contentVisibility = '';
  }
}

/**
 * Lays out the parts of an article while the browser is idle, one at a time, so that nothing has to move when they come
 * near. Begins anew when the window gets another width.
 *
 * @returns ends it
 */
export function layOutParts(article: HTMLElement): () => void {
  if (!canWait()) {
    return () => undefined;
  }
  const parts = article.getElementsByClassName('part') as HTMLCollectionOf<HTMLElement>;
  let width = window.innerWidth;
  let next = 0;
  let waiting = 0;
  const go = () => {
    const part = parts[next++];
    if (part) {
      layOut(part);
      waiting = requestIdleCallback(go);
    }
  };
  const onResize = () => {
    if (window.innerWidth !== width) {
      width = window.innerWidth;
      next = 0;
      cancelIdleCallback(waiting);
      for (const part of parts) {
        part.style.containIntrinsicBlockSize = '';
      }
      waiting = requestIdleCallback(go);
    }
  };
  waiting = requestIdleCallback(go);
  window.addEventListener('resize', onResize);
  return () => {
    cancelIdleCallback(waiting);
    window.removeEventListener('resize', onResize);
  };
}
