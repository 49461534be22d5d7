import type {Postings} from '../../site/searchIndex';
import {indexTokens} from '../../site/searchTokens';
import type {WeightedRecord} from './records';

/** How much a word weighs in a record: in its own heading, the page's title, the headings between, the text and the code. */
const WEIGHT = {own: 80, page: 12, above: 10, aliases: 80, description: 25, prose: 10, code: 4};
const HIGHEST = 240;

/** Characters of one file of postings. */
const FILE_SIZE = 12_000;

type Weights = Map<string, number>;

function addText(weights: Weights, text: string, weight: number, more = 0): void {
  const counts = new Map<string, number>();
  indexTokens(text).forEach((token) => counts.set(token, (counts.get(token) ?? 0) + 1));
  counts.forEach((n, token) => weights.set(token, (weights.get(token) ?? 0) + weight + more * Math.log2(n)));
}

/** What each word of a record weighs. */
export function weigh(record: WeightedRecord): ReadonlyMap<string, number> {
  const {hierarchy, prose, code, signature, aliases, description} = record;
  const weights: Weights = new Map();
  const headings = ([1, 2, 3, 4, 5, 6] as const).map((level) => hierarchy[`lvl${level}`]);
  const own = headings.findLastIndex(Boolean);
  headings.forEach((heading, i) =>
    addText(weights, heading ?? '', i === own ? WEIGHT.own : i === 0 ? WEIGHT.page : WEIGHT.above),
  );
  aliases?.forEach((alias) => addText(weights, alias, WEIGHT.aliases));
  addText(weights, description ?? '', WEIGHT.description);
  addText(weights, prose, WEIGHT.prose, WEIGHT.prose);
  addText(weights, `${signature ?? ''} ${code}`, WEIGHT.code, WEIGHT.code);
  return weights;
}

/** Postings of all words of records, by word. */
export function invert(records: readonly WeightedRecord[]): Map<string, number[]> {
  const inverted = new Map<string, {last: number; postings: number[]}>();
  records.forEach((record, number) =>
    weigh(record).forEach((weight, token) => {
      const known = inverted.get(token) ?? {last: 0, postings: []};
      known.postings.push(number - known.last, Math.min(HIGHEST, Math.round(weight)));
      known.last = number;
      inverted.set(token, known);
    }),
  );
  return new Map([...inverted].map(([token, {postings}]) => [token, postings]));
}

/** Postings in files of about the same size, in the order of their terms. */
export function toFiles(terms: ReadonlyMap<string, Postings[string]>): Postings[] {
  const files: Postings[] = [];
  let room = 0;
  for (const term of [...terms.keys()].sort()) {
    const postings = terms.get(term)!;
    const size = term.length + 6 + JSON.stringify(postings).length;
    if (room < size) {
      files.push({});
      room = FILE_SIZE;
    }
    files.at(-1)![term] = postings;
    room -= size;
  }
  return files;
}
