/** Whether a key belongs to an input method; Safari says so only by the old key code for the key that ends it. */
export function isComposing({isComposing: composing, keyCode}: KeyboardEvent): boolean {
  return composing || keyCode === 229;
}
