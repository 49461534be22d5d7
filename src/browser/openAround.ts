/**
 * Opens every folded part that an element stands in.
 *
 * @returns whether one was closed
 */
export function openAround(element: Element): boolean {
  let wasClosed = false;
  for (let at = element.closest('details'); at; at = at.parentElement?.closest('details') ?? null) {
    wasClosed ||= !at.open;
    at.open = true;
  }
  return wasClosed;
}
