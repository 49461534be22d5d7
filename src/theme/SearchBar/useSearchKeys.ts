import {useEffect, type RefObject} from 'react';
import {findField} from './field';
import {isComposing} from './isComposing';

function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return (
    element !== null && (element.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName ?? ''))
  );
}

interface Options {
  /** Whether the dialog is open, or is about to be, whatever is rendered by now. */
  state: RefObject<{isOpen: boolean}>;
  open: (query?: string) => void;
  close: () => void;
  button: RefObject<HTMLButtonElement | null>;
}

/** Opens the search with Ctrl or Cmd and K, with a slash outside of fields, and by typing on its button. */
export function useSearchKeys({state, open, close, button}: Options): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const {isOpen} = state.current;
      const toggles = event.key?.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const composing = isComposing(event);
      const plain = !(event.ctrlKey || event.metaKey || event.altKey || composing);
      if (toggles || (event.key === 'Escape' && isOpen && !composing)) {
        event.preventDefault();
        if (isOpen) {
          close();
        } else {
          open();
        }
      } else if (!isOpen && plain && event.key === '/' && !isTyping(event.target)) {
        event.preventDefault();
        open();
      } else if (!isOpen && plain && event.target === button.current && /^[\p{L}\p{N}]$/u.test(event.key)) {
        event.preventDefault();
        open(event.key);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    // A key was pressed before this code was there.
    if (findField()) {
      open();
    }
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [state, open, close, button]);
}
