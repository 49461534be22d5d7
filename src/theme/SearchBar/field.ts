/**
 * The field that opens at once, before the code of the dialog is there: `src/plugins/search/inline.js` makes it. What is
 * typed into it goes on in the dialog.
 */

declare global {
  interface Window {
    openSearchField?: (text?: string) => void;
  }
}

export function openField(text: string): void {
  window.openSearchField?.(text);
}

export function findField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#search-field');
}

/** Waits until no input method is at work in the field: the dialog must not take it from under one. */
export function whenComposed(field: HTMLInputElement): Promise<void> {
  return new Promise((resolve) => {
    if (field.hasAttribute('data-composing')) {
      field.addEventListener('compositionend', () => setTimeout(resolve), {once: true});
    } else {
      resolve();
    }
  });
}

/** Gives a field that React renders another value, as if it had been typed. */
function type(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
  input.dispatchEvent(new Event('input', {bubbles: true}));
}

/** Puts the input of the dialog in the place of the field, with what stands there by now and the Enter key pressed there. */
export function takeOver(input: HTMLInputElement): void {
  const field = findField();
  if (!field) {
    return;
  }
  const {value, selectionStart, selectionEnd, dataset} = field;
  field.remove();
  if (value !== input.value) {
    type(input, value);
  }
  input.focus();
  input.setSelectionRange(selectionStart, selectionEnd);
  if (dataset.enter !== undefined) {
    input.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, cancelable: true}));
  }
}
