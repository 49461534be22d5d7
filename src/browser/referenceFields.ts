import {filterReference, openFirst} from './referenceFilter';
import {findInReference, openFound} from './referenceNavigation';

/** Answers what was typed into a field of the API reference, or Enter in it. */
export function answerField(input: HTMLInputElement, event: Event): void {
  const isKey = event instanceof KeyboardEvent;
  if (isKey && (event.key !== 'Enter' || event.isComposing)) {
    return;
  }
  if (input.matches('[data-reference-filter]')) {
    (isKey ? openFirst : filterReference)(input);
  } else {
    void (isKey ? openFound : findInReference)(input);
  }
}
