import type {IndexEntry} from '../site/searchIndex';
import {normalizeWidth, queryTokens} from '../site/searchTokens';

/** A part of a query that is looked up as one. */
export interface Unit {
  /** What it may stand for, as text; the first as it was written. */
  said: string[];
  /** What it may stand for, each as words that stand together; the first as it was written. */
  readings: string[][];
  /** Whether it may be the beginning of a word: the one that the reader is still typing. */
  prefix: boolean;
  /** Whether it is a pair of Han characters of which the first ends the unit before. */
  isJoined: boolean;
  /** Whether it says what the reader wants to do, not with what. */
  isIntent: boolean;
}

/** A query as it is understood. */
export interface Understood {
  units: Unit[];
  /** Beginnings of the addresses of pages on what the reader wants to do. */
  paths: string[];
}

const LATIN_ENDS = /^[a-z\d]|[a-z\d]$/;

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const patterns = new WeakMap<IndexEntry, RegExp>();

/** What finds words with synonyms, the longest first; Latin ones only where they are whole words. */
function patternOf(entry: IndexEntry): RegExp {
  const known = patterns.get(entry);
  if (known) {
    return known;
  }
  const said = Object.keys(entry.synonyms).sort((a, b) => b.length - a.length);
  const words = said.map((word) =>
    LATIN_ENDS.test(word) ? String.raw`(?<![\w.])${escapeRegExp(word)}s?(?![\w.])` : escapeRegExp(word),
  );
  const pattern = new RegExp(words.join('|') || '$^', 'gi');
  patterns.set(entry, pattern);
  return pattern;
}

function words(text: string): string[] {
  return queryTokens(text).map(({text: word}) => word);
}

function plainUnits(text: string): Unit[] {
  return queryTokens(text).map(({text: word, prefix, joined}) => ({
    said: [word],
    readings: [[word]],
    prefix,
    isJoined: joined,
    isIntent: false,
  }));
}

/** Cuts a query into units: words that have synonyms, with these, and the rest word by word. */
function unitsOf(query: string, entry: IndexEntry): Unit[] {
  const units: Unit[] = [];
  let end = 0;
  for (const {0: found, index} of query.matchAll(patternOf(entry))) {
    const key = found.toLowerCase();
    const meant = entry.synonyms[key] ?? entry.synonyms[key.replace(/s$/, '')] ?? [];
    units.push(...plainUnits(`${query.slice(end, index)} `));
    const said = [found, ...meant].filter((text) => words(text).length > 0);
    units.push({said, readings: said.map(words), prefix: false, isJoined: false, isIntent: false});
    end = index + found.length;
  }
  return [...units, ...plainUnits(query.slice(end))];
}

/** Understands a query: what it names, in all the words for it, and what the reader wants. */
export function understand(query: string, entry: IndexEntry): Understood {
  const text = normalizeWidth(query);
  const intents = entry.intents.filter((intent) =>
    intent.words.some((word) => text.toLowerCase().includes(word)),
  );
  const wanted = new Set(intents.flatMap((intent) => intent.words).flatMap(words));
  const seen = new Set<string>();
  const units = unitsOf(text, entry)
    .filter(({readings: [first]}) => first && !seen.has(first.join(' ')) && seen.add(first.join(' ')))
    .map((unit) => ({...unit, isIntent: unit.readings[0]!.every((word) => wanted.has(word))}));
  return units.some(({isIntent}) => !isIntent)
    ? {units, paths: intents.flatMap(({paths}) => paths)}
    : {units: units.map((unit) => ({...unit, isIntent: false})), paths: []};
}
