/** Longest wait for a paint, in milliseconds; a page in the background has none. */
const LONGEST_WAIT = 100;

/** Acts once what has been rendered is painted. */
export function afterPaint(act: () => void): void {
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
