import {translate} from '@docusaurus/Translate';
import type {ReferenceAddresses} from '@site/src/site/referenceAddresses';

/** As many as one looks through. */
const MOST = 50;

/** Where the column was scrolled to when its page was left. */
let lastTop = 0;

function loadNames(release: string): Promise<ReferenceAddresses> {
  return import(`@generated/tvm-reference-names/default/${release}.json`).then(
    (module: {default: ReferenceAddresses}) => module.default,
  );
}

/** How well a name answers what was typed, the smaller the better; undefined where it does not. */
function rank(name: string, words: readonly string[]): number | undefined {
  const lower = name.toLowerCase();
  if (!words.every((word) => lower.includes(word))) {
    return undefined;
  }
  const last = lower.slice(lower.lastIndexOf('.') + 1);
  const word = words.at(-1)!.replace(/^.*\./, '');
  return (last === word ? 0 : last.startsWith(word) ? 1 : last.includes(word) ? 2 : 3) * 1000 + name.length;
}

/** The names that have every word of a query, those that begin with it first. */
export function matchingNames(query: string, pages: ReferenceAddresses): {name: string; href: string}[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return pages
    .flatMap(([page, names]) =>
      names.map((name) => ({name, href: `${page}#${name}`, rank: rank(name, words)})),
    )
    .filter(({rank: own}) => own !== undefined)
    .sort((a, b) => a.rank! - b.rank!)
    .slice(0, MOST);
}

function found(hits: ReturnType<typeof matchingNames>): HTMLElement {
  const list = document.createElement('div');
  list.className = 'api-nav-found';
  const output = document.createElement('output');
  output.textContent =
    hits.length === 0
      ? translate({id: 'reference.noName', message: 'No such name', description: 'Nothing matches a field'})
      : translate(
          {id: 'reference.count', message: '{count} names', description: 'Number of names on a page'},
          {count: hits.length < MOST ? hits.length : `${MOST}+`},
        );
  list.append(
    output,
    ...hits.map(({name, href}) => {
      const link = Object.assign(document.createElement('a'), {href, textContent: name});
      return link;
    }),
  );
  return list;
}

/** Shows the names of the whole reference that match what is typed, in place of its pages. */
export async function findInReference(input: HTMLInputElement): Promise<void> {
  const column = input.parentElement!;
  const query = input.value.trim();
  const names = query ? await loadNames(input.dataset.referenceFind!) : [];
  if (query !== input.value.trim()) {
    return;
  }
  column.querySelector('.api-nav-found')?.remove();
  column.toggleAttribute('data-finding', query !== '');
  if (query) {
    input.after(found(matchingNames(query, names)));
  }
}

/** Opens the first name that was found. */
export async function openFound(input: HTMLInputElement): Promise<void> {
  await findInReference(input);
  input.parentElement!.querySelector<HTMLElement>('.api-nav-found a')?.click();
}

/** Scrolls the column alone, as little as shows the link. */
function reveal(column: HTMLElement, link: Element | null | undefined): void {
  if (link) {
    const [outer, own] = [column, link].map((element) => element.getBoundingClientRect());
    const over = own!.bottom - outer!.bottom;
    const under = own!.top - outer!.top;
    column.scrollTop += over > 0 ? over + outer!.height / 3 : under < 0 ? under - outer!.height / 3 : 0;
  }
}

/** The last entry whose heading is above the upper third of the window. */
function entryInView(links: readonly HTMLAnchorElement[]): HTMLAnchorElement | undefined {
  const line = window.innerHeight / 3;
  return links.findLast((link) => {
    const heading = document.getElementById(link.hash.slice(1));
    return heading && heading.getBoundingClientRect().top < line;
  });
}

/** Ends what follows the reader on the page before. */
let end: () => void = () => undefined;

/**
 * Marks in the left column of the API reference the name that is read, and keeps the column where it was from one page to
 * the next. A phone has no column.
 */
export function followReader(): void {
  end();
  const column = document.querySelector<HTMLElement>('.api-nav-list');
  if (!column?.checkVisibility()) {
    return;
  }
  const links = [...column.querySelectorAll<HTMLAnchorElement>('.api-nav-names a')];
  let marked: HTMLAnchorElement | undefined;
  let frame = 0;
  column.scrollTop = lastTop;
  reveal(column, column.querySelector('[aria-current="page"]'));
  const mark = () => {
    const link = entryInView(links);
    if (link !== marked) {
      marked?.removeAttribute('aria-current');
      link?.setAttribute('aria-current', 'location');
      reveal(column, link);
      marked = link;
    }
    frame = 0;
  };
  const onScroll = () => {
    if (column.isConnected) {
      frame ||= requestAnimationFrame(mark);
    } else {
      end();
    }
  };
  mark();
  column.addEventListener('scroll', () => (lastTop = column.scrollTop));
  document.addEventListener('scroll', onScroll);
  end = () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('scroll', onScroll);
  };
}
