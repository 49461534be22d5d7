import {afterPaint} from '@site/src/browser/afterPaint';
import {layOutParts} from '../../parts/browser/layOutParts';

/**
 * Moves the parts of an article into an element, and has them laid out.
 *
 * @param isFromTop whether the reader comes to the top of the page, and not to a place on it
 * @returns ends it
 */
export function fill(element: HTMLElement, content: ParentNode, isFromTop: boolean): () => void {
  let end = (): void => undefined;
  if (!isFromTop) {
    // As src/plugins/page-guard does it for a page that is loaded.
    document.documentElement.dataset.whole = '';
  }
  element.replaceChildren(...content.childNodes);
  afterPaint(() => {
    if (element.isConnected) {
      end = layOutParts(element);
    }
  });
  return () => end();
}
