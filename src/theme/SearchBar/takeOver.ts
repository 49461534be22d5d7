import {findField} from './field';

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
