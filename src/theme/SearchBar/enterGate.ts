import {isComposing} from './isComposing';

/** Longest wait, in milliseconds, for an answer that has come to be on the page. */
const LIMIT = 2000;

/**
 * Lets the Enter key act only on the answer to what stands in the field: DocSearch would open the result that was active
 * for an earlier text, or none.
 */
export class EnterGate {
  private answered = '';
  private pressed?: {input: HTMLInputElement; event: KeyboardEvent};

  onKeyDown(event: KeyboardEvent): void {
    const input = event.target;
    this.pressed = undefined;
    if (event.key !== 'Enter' || isComposing(event) || !(input instanceof HTMLInputElement)) {
      return;
    }
    if (input.value !== this.answered && input.value.trim() !== '') {
      event.preventDefault();
      event.stopPropagation();
      this.pressed = {input, event};
    }
  }

  /** Notes that a query has its answer, and does what Enter asked for in the meantime. */
  answer(query: string, firstUrl: string | undefined): void {
    const end = performance.now() + LIMIT;
    const act = () => {
      const links = [...document.querySelectorAll('.DocSearch-Hit a')];
      const shown = firstUrl === undefined || links.some((link) => link.getAttribute('href') === firstUrl);
      if (!shown && performance.now() < end) {
        requestAnimationFrame(act);
        return;
      }
      this.answered = query;
      const {pressed} = this;
      if (pressed?.input.value === query) {
        this.pressed = undefined;
        const {ctrlKey, metaKey, shiftKey} = pressed.event;
        const again = {key: 'Enter', bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey};
        pressed.input.dispatchEvent(new KeyboardEvent('keydown', again));
      }
    };
    requestAnimationFrame(act);
  }
}
