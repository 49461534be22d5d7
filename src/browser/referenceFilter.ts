import {translate} from '@docusaurus/Translate';

function matches(item: Element, words: readonly string[]): boolean {
  const text = `${item.querySelector('a')?.title ?? ''} ${item.textContent}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Shows of the index of a page of the API reference the entries that have every word of the field. */
export function filterReference(input: HTMLInputElement): void {
  const index = input.closest('.api-index')!;
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of index.querySelectorAll('section')) {
    const items = [...section.querySelectorAll('li')];
    const shown = items.filter((item) => !(item.hidden = !matches(item, words)));
    section.hidden = shown.length === 0;
    count += shown.length;
  }
  index.querySelector('output')!.textContent = translate(
    {id: 'reference.count', message: '{count} names', description: 'Number of names on a page'},
    {count},
  );
}

/** Opens the first entry that is left. */
export function openFirst(input: HTMLInputElement): void {
  filterReference(input);
  input
    .closest('.api-index')!
    .querySelector<HTMLElement>('section:not([hidden]) li:not([hidden]) a')
    ?.click();
}
