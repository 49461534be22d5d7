import {isTelling} from '../../content/names';
import {nameKey} from '../../site/searchIndex';
import {ENTRY} from './extract';

/** Places kept of what may be meant by one spelling. */
const MOST_PLACES = 3;

/**
 * Keys under which a name is found: the name without `tvm.`, each of its ends, and the last part alone where that says what
 * is meant without the rest, like `FoldConstant` or `conv2d`, not `build`.
 */
function keysOf(name: string): string[] {
  const parts = name.replace(/^tvm\./, '').split('.');
  return parts
    .map((_, i) => parts.slice(i).join('.'))
    .filter((end) => end.includes('.') || isTelling(end) || /[a-z]\d/.test(end))
    .map(nameKey);
}

/**
 * Turns the entries of the reference among records into postings: under each key the records of what it may mean, the
 * shortest names first.
 */
export function namePostings(records: readonly {url: string}[]): Map<string, number[]> {
  const byKey = new Map<string, number[]>();
  const entries = records
    .map(({url}, number) => ({number, name: decodeURIComponent(url.split('#')[1] ?? '')}))
    .filter(({name}) => ENTRY.test(name))
    .sort((a, b) => a.name.length - b.name.length);
  for (const {number, name} of entries) {
    for (const key of keysOf(name)) {
      const places = byKey.get(key) ?? [];
      if (places.length < MOST_PLACES) {
        byKey.set(key, [...places, number]);
      }
    }
  }
  return byKey;
}
