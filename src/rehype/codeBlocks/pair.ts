import {diffArrays} from 'diff';

/** Lines that differ between two outputs, counted from 1 in each. */
export interface ChangedLines {
  before: number[];
  after: number[];
}

/** Compares two outputs line by line. */
export function findChangedLines(before: string, after: string): ChangedLines {
  const changed: ChangedLines = {before: [], after: []};
  let left = 1;
  let right = 1;
  for (const {value, added, removed} of diffArrays(before.split('\n'), after.split('\n'))) {
    const lines = value.map((_, i) => i);
    if (removed) {
      changed.before.push(...lines.map((i) => left + i));
    } else if (added) {
      changed.after.push(...lines.map((i) => right + i));
    }
    left += added ? 0 : value.length;
    right += removed ? 0 : value.length;
  }
  return changed;
}
