import {useLayoutEffect} from 'react';
import {translate} from '@docusaurus/Translate';
import {pasteMessage} from '@site/src/search/cleanQuery';
import type {EnterGate} from './enterGate';
import {takeOver} from './takeOver';
import {isComposing} from './isComposing';
import {keepRoles} from './keepRoles';

/** The last thing in the dialog that the Tab key stops at. */
function lastStop(container: Element): HTMLElement | undefined {
  return [...container.querySelectorAll<HTMLElement>('a[href], button, input')].findLast(
    (element) => element.getClientRects().length > 0,
  );
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key === 'Enter' && isComposing(event)) {
    event.stopPropagation();
  } else if (event.key === 'Tab' && event.shiftKey && event.target instanceof HTMLInputElement) {
    // DocSearch would go to what was the last stop when it opened, which may be hidden by now.
    event.preventDefault();
    lastStop(event.currentTarget as Element)?.focus();
  }
}

/** A press beside the dialog closes it; after that the focus must not go where the press was. */
function onMouseDown(event: MouseEvent): void {
  if (event.target === event.currentTarget) {
    event.preventDefault();
  }
}

/**
 * Makes DocSearch's container what it is: a dialog with a name, which is no button, keeps the focus from the page behind
 * it, and takes no key of an input method for one of its own. Its field takes over from the one that the keys opened.
 *
 * @param engine id of the engine that answers; the stylesheet shows the service's mark only where it does
 */
export function useDialog(engine: string, gate: EnterGate): void {
  useLayoutEffect(() => {
    const container = document.querySelector<HTMLElement>('.DocSearch-Container')!;
    const page = document.getElementById('__docusaurus');
    container.setAttribute('role', 'dialog');
    container.setAttribute('aria-modal', 'true');
    container.setAttribute('aria-label', translate({id: 'theme.SearchBar.label', message: 'Search'}));
    container.setAttribute('tabindex', '-1');
    container.setAttribute('data-engine', engine);
    ['aria-expanded', 'aria-haspopup', 'aria-labelledby'].forEach((name) => container.removeAttribute(name));
    const forgetRoles = keepRoles(container);
    const input = container.querySelector<HTMLInputElement>('.DocSearch-Input')!;
    const onEnter = (event: KeyboardEvent) => gate.onKeyDown(event);
    container.addEventListener('keydown', onKeyDown, true);
    container.addEventListener('keydown', onEnter, true);
    container.addEventListener('mousedown', onMouseDown);
    container.addEventListener('paste', pasteMessage);
    page?.setAttribute('inert', '');
    takeOver(input);
    return () => {
      forgetRoles();
      container.removeEventListener('keydown', onKeyDown, true);
      container.removeEventListener('keydown', onEnter, true);
      container.removeEventListener('mousedown', onMouseDown);
      container.removeEventListener('paste', pasteMessage);
      page?.removeAttribute('inert');
    };
  }, [engine, gate]);
}
