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
