import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import {afterPaint} from '@site/src/browser/afterPaint';

/** What may be wider than the page and then scrolls inside itself. */
const SCROLLERS = '.code pre, .table-scroll, .katex-display';

/** Whether the browser has not laid out what is in the element, since it is far from what is seen. */
function isSkipped({firstElementChild}: Element): boolean {
  return firstElementChild?.checkVisibility?.({contentVisibilityAuto: true}) === false;
}

/** The Tab key stops at an element if it scrolls. Lays it out. */
export function markScroller(element: Element): void {
  if (element.scrollWidth <= element.clientWidth) {
    if (element === document.activeElement) {
      // The Tab key goes on from here.
      element.addEventListener('blur', () => markScroller(element), {once: true});
    } else {
      element.removeAttribute('tabindex');
    }
    return;
  }
  element.setAttribute('tabindex', '0');
}

/** As soon as the browser has laid it out, which nothing here has it do before. */
function markOnceLaidOut(element: Element): void {
  if (!isSkipped(element)) {
    markScroller(element);
  }
}

const observer = ExecutionEnvironment.canUseDOM
  ? new ResizeObserver((entries) => entries.forEach(({target}) => markOnceLaidOut(target)))
  : undefined;

if (ExecutionEnvironment.canUseDOM) {
  // A part of an article, or a block of code, comes near or goes. The event does not bubble.
  const markIn = (element: Element) =>
    (element.matches(SCROLLERS) ? [element] : element.querySelectorAll(SCROLLERS)).forEach(markOnceLaidOut);
  const onChange = (event: Event) => {
    if (!(event as ContentVisibilityAutoStateChangeEvent).skipped) {
      // The next frame lays it out in any case.
      requestAnimationFrame(() => markIn(event.target as Element));
    }
  };
  document.addEventListener('contentvisibilityautostatechange', onChange, true);
}

/** Watches the page that is shown now, which is not painted later for it. */
export function onRouteDidUpdate(): void {
  afterPaint(() => {
    observer?.disconnect();
    document.querySelectorAll(SCROLLERS).forEach((element) => observer?.observe(element));
  });
}
