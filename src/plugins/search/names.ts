import {type ApiNames, type Imports, isTelling, readImports} from '../../content/names';
import {nameKey} from '../../site/searchIndex';
import type {WeightedRecord} from './records';

const DOTTED = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g;

/** Heading of the section at the end of a page that only names what to read next. */
const NEXT = '接下来';

const NO_IMPORTS: Imports = new Map();

/** An API name and the place to look it up. */
export interface Symbol {
  /** Full dotted name, or the last part of names that can't be told apart. */
  name: string;
  url: string;
  /** Whether the place is an entry of the reference. */
  entry: boolean;
}

/** Places kept of what may be meant by one spelling. */
const MOST_PLACES = 3;

/** How much a place of a name says about where it is explained. */
const WEIGHT = {title: 5, heading: 8, prose: 2, code: 1, page: 2, related: 0.5, next: 0.1, post: 0.6};

interface Mention {
  url: string;
  score: number;
  /** Whether the name stands only in such a list. */
  listed: boolean;
}

/** Records of one page, from its top. */
type PageRecords = readonly WeightedRecord[];

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function ownHeading({hierarchy}: WeightedRecord): string {
  return (
    hierarchy.lvl6 ??
    hierarchy.lvl5 ??
    hierarchy.lvl4 ??
    hierarchy.lvl3 ??
    hierarchy.lvl2 ??
    hierarchy.lvl1 ??
    ''
  );
}

/** Whether a section only lists what to read and look up. */
function isList(record: WeightedRecord): boolean {
  return ownHeading(record) === NEXT;
}

function isPost({url}: {url: string}): boolean {
  return url.includes('/blog/');
}

function anchorOf({url}: WeightedRecord): string | undefined {
  const anchor = url.split('#')[1];
  return anchor === undefined ? undefined : decodeURIComponent(anchor);
}

/** Finds in a text of one page the API names, and how often each stands there. */
class NameCounter {
  private readonly imports: Imports;
  private readonly resolved = new Map<string, string | undefined>();
  /** Names by a prefix that the page's imports give a module, e.g. `T.Buffer`, with the full name. */
  readonly aliases = new Map<string, string>();

  constructor(
    page: PageRecords,
    private readonly names: ApiNames,
  ) {
    this.imports = readImports(page.map(({code}) => code).join(' '));
    const texts = page.map((record) => `${ownHeading(record)} ${record.prose} ${record.code}`).join(' ');
    const words = [...new Set(texts.match(DOTTED))];
    words.forEach((word) => this.resolved.set(word, names.resolve(word, this.imports)));
    const mentioned = new Set([...this.resolved.values()].filter((name) => name !== undefined));
    for (const word of words) {
      const name = this.resolved.get(word);
      if (name) {
        this.addAlias(word, name);
      } else {
        this.resolved.set(word, names.resolveLast(word, this.imports, mentioned));
      }
    }
  }

  private addAlias(word: string, name: string): void {
    const [first] = word.split('.', 1) as [string];
    const module = this.imports.get(first);
    if (module && lastPart(module) !== first && word !== first) {
      this.aliases.set(word, name);
    }
  }

  count(text: string): Map<string, number> {
    const counts = new Map<string, number>();
    const add = (name: string | undefined) => name && counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [word] of text.matchAll(DOTTED)) {
      const name = this.resolved.get(word);
      add(name);
      // A class of which only members are mentioned is mentioned too.
      const owner = name?.slice(0, name.lastIndexOf('.'));
      if (owner && word.includes('.') && word.split('.').at(-2) === lastPart(owner)) {
        add(this.names.resolve(owner, this.imports));
      }
    }
    return counts;
  }
}

/** How much each name is spoken of in a section. */
function scoresOf(record: WeightedRecord, names: NameCounter): Map<string, number> {
  const factor = isList(record) ? WEIGHT.next : 1;
  const scores = new Map<string, number>();
  const parts = [
    [ownHeading(record), WEIGHT.heading],
    [record.prose, WEIGHT.prose],
    [record.code, WEIGHT.code],
  ] as const;
  for (const [text, weight] of parts) {
    names.count(text).forEach((n, name) => {
      scores.set(name, (scores.get(name) ?? 0) + factor * weight * Math.log2(1 + n));
    });
  }
  return scores;
}

/** The part of the library that a name belongs to, e.g. `tvm.relay`. */
function partOf(name: string): string {
  return name.split('.').slice(0, 2).join('.');
}

/** The place on a page that says most about each name that the page mentions. */
function mentionsOf(page: PageRecords, names: NameCounter): Map<string, Mention> {
  const best = new Map<string, Mention>();
  const total = new Map<string, number>();
  for (const record of page) {
    scoresOf(record, names).forEach((score, name) => {
      if (score > (best.get(name)?.score ?? 0)) {
        best.set(name, {url: record.url, score, listed: isList(record)});
      }
      total.set(name, (total.get(name) ?? 0) + score);
    });
  }
  const inTitle = names.count(page[0]?.hierarchy.lvl1 ?? '');
  const parts = [...best.keys()].map(partOf);
  best.forEach((mention, name) => {
    const related = parts.filter((part) => part === partOf(name)).length;
    mention.score +=
      WEIGHT.page * total.get(name)! +
      WEIGHT.related * Math.log2(related) +
      (inTitle.has(name) ? WEIGHT.title : 0);
    mention.score *= isPost(mention) ? WEIGHT.post : 1;
  });
  return best;
}

/** Entries of the reference: sections whose anchor is a name. */
function entriesOf(records: readonly WeightedRecord[], names: ApiNames): Map<string, string> {
  const entries = new Map<string, string>();
  for (const record of records) {
    const anchor = anchorOf(record);
    if (anchor && /^(?:tvm|vta)(?:\.\w+)+$/.test(anchor) && names.resolve(anchor, NO_IMPORTS)) {
      entries.set(anchor, record.url);
    }
  }
  return entries;
}

/**
 * Makes the table of a version's API names: for each name that a page mentions, the place to look it up. That is its
 * entry in the reference where there is one, else the section that explains it best.
 */
export function makeSymbols(pages: readonly PageRecords[], names: ApiNames): Symbol[] {
  const best = new Map<string, Mention>();
  const aliases = new Map<string, string>();
  for (const page of pages) {
    const counter = new NameCounter(page, names);
    counter.aliases.forEach((name, alias) => aliases.set(alias, name));
    for (const [name, mention] of mentionsOf(page, counter)) {
      if (mention.score > (best.get(name)?.score ?? 0)) {
        best.set(name, mention);
      }
    }
  }
  const places = new Map<string, {url: string; entry: boolean}>(
    [...best].map(([name, mention]) => {
      const byLast = best.get(lastPart(name));
      return [name, {url: mention.listed && byLast ? byLast.url : mention.url, entry: false}];
    }),
  );
  for (const [name, url] of entriesOf(pages.flat(), names)) {
    [name, names.resolve(name, NO_IMPORTS)!].forEach((known) => places.set(known, {url, entry: true}));
  }
  aliases.forEach((name, alias) => places.set(alias, places.get(name)!));
  return [...places].map(([name, place]) => ({name, ...place})).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Keys under which names are found: the name without `tvm.`, each of its ends, and the last part alone where that says
 * what is meant without the rest, like `FoldConstant` or `conv2d`, not `build`.
 */
function keysOf(name: string): string[] {
  const parts = name.replace(/^tvm\./, '').split('.');
  return parts
    .map((_, i) => parts.slice(i).join('.'))
    .filter((end) => end.includes('.') || isTelling(end) || /[a-z]\d/.test(end))
    .map(nameKey);
}

/**
 * Turns names into postings: under each key the places of what it may mean, entries of the reference first, then the
 * shortest names.
 *
 * @param numberOf number of the record at an address
 */
export function namePostings(
  symbols: readonly Symbol[],
  numberOf: (url: string) => number | undefined,
): Map<string, number[]> {
  const byKey = new Map<string, number[]>();
  const ordered = symbols.toSorted(
    (a, b) => Number(b.entry) - Number(a.entry) || a.name.length - b.name.length,
  );
  for (const {name, url} of ordered) {
    const number = numberOf(url);
    for (const key of number === undefined ? [] : keysOf(name)) {
      const places = byKey.get(key) ?? [];
      if (places.length < MOST_PLACES && !places.includes(number!)) {
        byKey.set(key, [...places, number!]);
      }
    }
  }
  return byKey;
}
