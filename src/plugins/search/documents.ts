import type {StoredRecord} from '../../site/searchTypes';
import {indexTokens, spellToken} from '../../site/searchTokens';
import type {WeightedRecord} from './records';

/**
 * How much a word weighs in a record: in its own heading, the page's title, the headings between, the text and the code.
 * Pagefind keeps weights as whole numbers up to 240.
 */
const WEIGHT = {own: 80, page: 12, above: 10, prose: 10, code: 4};
const HIGHEST = 240;

/** What a word weighs, in the record that stands for the page, for all that the page says of it. */
const WHOLE_PAGE = 20;
/** Words that stand on a page less often than this say nothing of the page as a whole. */
const LEAST = 2;

/** Number by which Pagefind multiplies a weight. */
const PAGEFIND_UNIT = 24;

/** Characters kept of a section to cut snippets from. */
const KEPT_PROSE = 1500;
const KEPT_CODE = 500;

/** One document of a Pagefind index. */
export interface IndexDocument {
  url: string;
  html: string;
  /** What is kept to show it. */
  record: StoredRecord;
}

type Weights = Map<string, number>;
type Counts = ReadonlyMap<string, number>;

function count(text: string): Counts {
  const counts = new Map<string, number>();
  for (const token of indexTokens(text)) {
    counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}

const counted = new WeakMap<WeightedRecord, {prose: Counts; code: Counts}>();

/** How often each word stands in the text and in the code of a record, counted once. */
function countsOf(record: WeightedRecord): {prose: Counts; code: Counts} {
  const counts = counted.get(record) ?? {prose: count(record.prose), code: count(record.code)};
  counted.set(record, counts);
  return counts;
}

function add(weights: Weights, token: string, weight: number): void {
  weights.set(token, (weights.get(token) ?? 0) + weight);
}

function weigh(record: WeightedRecord): Weights {
  const {hierarchy} = record;
  const weights: Weights = new Map();
  const headings = ([1, 2, 3, 4, 5, 6] as const).map((level) => hierarchy[`lvl${level}`]);
  const own = headings.findLastIndex(Boolean);
  headings.forEach((heading, i) => {
    const weight = i === own ? WEIGHT.own : i === 0 ? WEIGHT.page : WEIGHT.above;
    count(heading ?? '').forEach((_, token) => add(weights, token, weight));
  });
  const {prose, code} = countsOf(record);
  prose.forEach((n, token) => add(weights, token, WEIGHT.prose * (1 + Math.log2(n))));
  code.forEach((n, token) => add(weights, token, WEIGHT.code * (1 + Math.log2(n))));
  return weights;
}

/** Adds to the weights of a page's first record what the page says as a whole. */
function addWholePage(first: Weights, records: readonly WeightedRecord[]): void {
  const counts: Weights = new Map();
  for (const {prose, code} of records.map(countsOf)) {
    prose.forEach((n, token) => add(counts, token, n));
    code.forEach((n, token) => add(counts, token, (n * WEIGHT.code) / WEIGHT.prose));
  }
  for (const [token, n] of counts) {
    if (n >= LEAST) {
      add(first, token, WHOLE_PAGE * Math.log2(1 + n));
    }
  }
}

function toHtml(weights: Weights): string {
  const byWeight = new Map<number, string[]>();
  for (const [token, weight] of weights) {
    const whole = Math.min(HIGHEST, Math.max(1, Math.round(weight)));
    const tokens = byWeight.get(whole);
    if (tokens) {
      tokens.push(token);
    } else {
      byWeight.set(whole, [token]);
    }
  }
  const parts = [...byWeight].map(([weight, tokens]) => {
    // Pagefind rounds down; half a unit keeps it from rounding to the weight below.
    const value = ((weight + 0.5) / PAGEFIND_UNIT).toFixed(3);
    return `<p data-pagefind-weight="${value}">${tokens.map(spellToken).join(' ')}</p>`;
  });
  return `<html lang="zxx"><body>${parts.join('\n')}</body></html>`;
}

function stored({hierarchy, type, url, prose, code}: WeightedRecord): StoredRecord {
  const content = [prose.slice(0, KEPT_PROSE), code.slice(0, KEPT_CODE)].filter(Boolean).join(' ');
  return {hierarchy, type, url, content: content || null};
}

/**
 * Writes the records of one page as documents that Pagefind indexes: each word of a record once, with its weight. The
 * first record also stands for the page as a whole.
 */
export function toDocuments(records: readonly WeightedRecord[]): IndexDocument[] {
  const weights = records.map(weigh);
  if (weights[0]) {
    addWholePage(weights[0], records);
  }
  return records.map((record, i) => ({url: record.url, html: toHtml(weights[i]!), record: stored(record)}));
}

/** Latin words of documents, sorted, to complete and correct what readers write. */
export function latinWords(records: readonly WeightedRecord[]): string[] {
  const words = new Set<string>();
  for (const record of records) {
    const {prose, code} = countsOf(record);
    const headings = indexTokens(Object.values(record.hierarchy).filter(Boolean).join(' '));
    [prose.keys(), code.keys(), headings].forEach((tokens) =>
      [...tokens].forEach((token) => words.add(token)),
    );
  }
  return [...words].filter((token) => /^[a-z]\w+$/.test(token)).sort();
}
