import type {SymbolTable} from '../site/searchTypes';

/** Symbols that stand above the other results. */
const MOST = 3;

/** Letters from which on the beginning of a name is looked up. */
const SHORTEST_PREFIX = 3;

/** A name in the form in which names are compared: without case and underscores. */
function toKey(name: string): string {
  return name.toLowerCase().replace(/_/g, '');
}

function withoutTop(key: string): string {
  return key.replace(/^tvm\./, '');
}

/** Reads a query as an API name, e.g. `relay.build` or `tvm.build()`; undefined if it is none. */
export function readName(query: string): string | undefined {
  const name = /^([A-Za-z_][\w.]*?)\.?(?:\(.*)?$/.exec(query.trim())?.[1];
  return name !== undefined && name.length > 1 ? toKey(name) : undefined;
}

/** Whether the last part of a name says what is meant without the rest: `FoldConstant`, `apply_best`, not `build`. */
function isTelling(name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return /[^_]_[^_]/.test(last) || /[a-z\d][A-Z]|[A-Z]{2}[a-z]/.test(last);
}

interface Candidate {
  name: string;
  key: string;
  record: number;
  /** Whether its record is an entry of the API reference. */
  isEntry: boolean;
}

type Test = (candidate: Candidate) => boolean;

/** Ways for a name to be meant, the surest first. */
function waysToMean(written: string): Test[] {
  const dotted = written.includes('.');
  const asked = withoutTop(written);
  const ends: Test = ({name, key}) => key.endsWith(`.${asked}`) && (dotted || isTelling(name));
  const begins: Test = ({name, key}) =>
    asked.length >= SHORTEST_PREFIX &&
    (dotted || isTelling(name)) &&
    (key.startsWith(asked) || key.includes(`.${asked}`));
  const exact: Test = ({name, key}) => key === asked && (dotted || isTelling(name));
  // A name may also be in the table as pages write it, without its module; the entry of the reference comes before.
  const entry: Test = (candidate) => candidate.isEntry && (exact(candidate) || ends(candidate));
  const ways: Test[] = [entry, exact, ends, begins];
  // What stands before the last part may be written otherwise on the pages.
  for (let rest = asked; rest.includes('.');) {
    const part = (rest = rest.slice(rest.indexOf('.') + 1));
    ways.push(
      ({name, key}) => (key === part || key.endsWith(`.${part}`)) && (part.includes('.') || isTelling(name)),
    );
  }
  return ways;
}

/**
 * Finds the records to look a name up in: those of the surest way for it to be meant, a name before those that begin with
 * it, entries of the reference before others, short names before long ones.
 *
 * @param asked name as `readName` gives it
 */
export function findSymbols({names, records, entries}: SymbolTable, asked: string): string[] {
  const candidates = Object.entries(names).map(([name, record]) => ({
    name,
    key: withoutTop(toKey(name)),
    record,
    isEntry: record < entries,
  }));
  for (const means of waysToMean(asked)) {
    const found = candidates
      .filter(means)
      .sort(
        (a, b) =>
          Number(a.key.startsWith(b.key)) - Number(b.key.startsWith(a.key)) ||
          Number(b.isEntry) - Number(a.isEntry) ||
          a.key.length - b.key.length ||
          a.key.localeCompare(b.key),
      );
    if (found.length > 0) {
      return [...new Set(found.map(({record}) => records[record]!))].slice(0, MOST);
    }
  }
  return [];
}
