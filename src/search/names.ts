import {nameKey} from '../site/searchIndex';
import type {LookedUp} from './lookUp';
import type {SearchIndex} from './searchIndex';

/** Letters from which on the beginning of a name is looked up, and names that it is taken for. */
const SHORTEST_PREFIX = 3;
const MOST = 3;

/** Records from which on a word stands for itself. */
const COMMON = 5;

/** Records that a name leads to. */
export interface Named {
  records: number[];
  /** Whether the query has the whole name, not only how it begins. */
  whole: boolean;
}

/** Reads a query as an API name, e.g. `relay.build` or `tvm.build()`; undefined if it is none. */
export function readName(query: string): string | undefined {
  const name = /^([A-Za-z_][\w.]*?)\.?(?:\(.*)?$/.exec(query.trim())?.[1];
  return name !== undefined && name.length > 1 ? name.toLowerCase().replace(/^tvm\./, '') : undefined;
}

/** A name with the words in it put right that were misspelt, each by the same of those that it may be. */
function corrected(name: string, words: readonly LookedUp[], choice: number): string {
  const meant = new Map(
    words.flatMap(({readings: [first], meant: taken, guess}) =>
      guess === 'misspelt' ? [[first![0], taken[choice] ?? taken[0]]] : [],
    ),
  );
  return name
    .split('.')
    .map((part) => meant.get(part.replace(/_/g, '')) ?? part)
    .join('.');
}

/** Records of the names that begin so, the shortest first; of a word alone, none of names with a module before it. */
async function beginning(index: SearchIndex, key: string): Promise<number[]> {
  const dotted = key.includes('.', 1);
  const keys = (await index.beginning(key)).filter((other) => dotted || !other.includes('.', 1));
  const places = await Promise.all(
    keys
      .sort((a, b) => a.length - b.length)
      .slice(0, MOST)
      .map((other) => index.find<number[]>(other)),
  );
  return [...new Set(places.map((found) => found![0]!))];
}

/**
 * Finds the records to look a name up in: those of the whole name, else of names that begin so, else of what follows its
 * first part, which pages may write otherwise.
 */
export async function findNames(
  index: SearchIndex,
  asked: string,
  words: readonly LookedUp[],
): Promise<Named> {
  // A word that pages often have as it is written is not the beginning of another.
  const isBegun = words.some(
    ({guess, prefix, matches}) => guess === 'beginning' || (prefix && matches.size < COMMON),
  );
  for (const start of new Set([0, 1].map((choice) => corrected(asked, words, choice)))) {
    for (let name = start; name; name = name.split('.').slice(1).join('.')) {
      const key = nameKey(name);
      const exact = await index.find<number[]>(key);
      if (exact) {
        return {records: exact.slice(0, MOST), whole: true};
      }
      const mayBegin = (name.includes('.') || isBegun) && name.length >= SHORTEST_PREFIX;
      const begun = mayBegin ? await beginning(index, key) : [];
      if (begun.length > 0) {
        return {records: begun, whole: false};
      }
    }
  }
  return {records: [], whole: false};
}
