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

/** Whether the last part of a name says what is meant without the rest: `FoldConstant`, `apply_best`, `conv2d`, not `build`. */
function isTelling(name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return /[^_]_[^_]|[a-z]\d/.test(last) || /[a-z\d][A-Z]|[A-Z]{2}[a-z]/.test(last);
}

interface Candidate {
  name: string;
  key: string;
  record: number;
  /** Whether its record is an entry of the API reference. */
  isEntry: boolean;
}

type Test = (candidate: Candidate) => boolean;

/** A way for a name to be meant. */
interface Way {
  means: Test;
  /** Whether the query has the whole name, not only how it begins. */
  whole: boolean;
}

/** Ways for a name to be meant, the surest first. */
function waysToMean(written: string): Way[] {
  const dotted = written.includes('.');
  const asked = withoutTop(written);
  const ends: Test = ({name, key}) => key.endsWith(`.${asked}`) && (dotted || isTelling(name));
  // A word alone begins the last part of a name; as the name of a module it would mean all that the module has.
  const begins: Test = ({name, key}) =>
    asked.length >= SHORTEST_PREFIX &&
    (dotted
      ? key.startsWith(asked) || key.includes(`.${asked}`)
      : isTelling(name) && key.startsWith(asked, key.lastIndexOf('.') + 1));
  const exact: Test = ({name, key}) => key === asked && (dotted || isTelling(name));
  // A name may also be in the table as pages write it, without its module; the entry of the reference comes before.
  const entry: Test = (candidate) => candidate.isEntry && (exact(candidate) || ends(candidate));
  const ways = [entry, exact, ends, begins].map((means) => ({means, whole: means !== begins}));
  // What stands before the last part may be written otherwise on the pages.
  for (let rest = asked; rest.includes('.');) {
    const part = (rest = rest.slice(rest.indexOf('.') + 1));
    ways.push({
      means: ({name, key}) =>
        (key === part || key.endsWith(`.${part}`)) && (part.includes('.') || isTelling(name)),
      whole: true,
    });
  }
  return ways;
}

/** Records that a name leads to. */
export interface Named {
  records: string[];
  /** Whether the query has the whole name, not only how it begins. */
  whole: boolean;
}

/**
 * Finds the records to look a name up in: those of the surest way for it to be meant, a name before those that begin with
 * it, entries of the reference before others, short names before long ones.
 *
 * @param asked name as `readName` gives it
 */
export function findSymbols({names, records, entries}: SymbolTable, asked: string): Named {
  const candidates = Object.entries(names).map(([name, record]) => ({
    name,
    key: withoutTop(toKey(name)),
    record,
    isEntry: record < entries,
  }));
  for (const {means, whole} of waysToMean(asked)) {
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
      return {records: [...new Set(found.map(({record}) => records[record]!))].slice(0, MOST), whole};
    }
  }
  return {records: [], whole: false};
}
