/** Aligns two readings of a page: which pieces stayed, and which took the place of which. */
import {diffArrays} from 'diff';
import type {Piece} from './cut';

/** A change: pieces of the first reading in whose place others stand in the second. */
export interface Hunk {
  /** Range in the first reading. */
  from: number;
  to: number;
  /** Range in the second. */
  start: number;
  end: number;
}

export const keyOf = (piece: Pick<Piece, 'text'>): string => piece.text.trim();

/** How alike two pieces have to be for one to count as the other, rewritten. */
const ALIKE = 0.4;
/** Pairs of pieces that are compared for likeness at most, so that a page that was rewritten does not take long. */
const MOST_PAIRS = 40_000;

function pairsOfCharacters(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + 1 < text.length; i += 1) {
    const pair = text.slice(i, i + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

/** Dice's coefficient of the pairs of neighbouring characters, 0 to 1. */
function likeness(a: Map<string, number>, b: Map<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const [pair, count] of a) {
    shared += Math.min(count, b.get(pair) ?? 0);
    all += count;
  }
  for (const count of b.values()) {
    all += count;
  }
  return all === 0 ? 0 : (2 * shared) / all;
}

/** Pieces of two runs that are versions of each other, in order: those whose likeness adds up to most. */
function alikePairs(before: readonly Piece[], after: readonly Piece[]): [number, number][] {
  if (before.length * after.length > MOST_PAIRS) {
    return [];
  }
  const [a, b] = [before, after].map((run) => run.map(({text}) => pairsOfCharacters(text)));
  const like = before.map((x, i) =>
    after.map((y, j) => (x.kind === y.kind && !x.written === !y.written ? likeness(a![i]!, b![j]!) : 0)),
  );
  const best = Array.from({length: before.length + 1}, () => new Float64Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const both = like[i]![j]! >= ALIKE ? like[i]![j]! + best[i + 1]![j + 1]! : 0;
      best[i]![j] = Math.max(both, best[i + 1]![j]!, best[i]![j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    if (like[i]![j]! >= ALIKE && best[i]![j] === like[i]![j]! + best[i + 1]![j + 1]!) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (best[i]![j] === best[i + 1]![j]) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return pairs;
}

/** A change cut where a piece of it is another, rewritten, so that its neighbours can change by themselves. */
function split({from, to, start, end}: Hunk, before: readonly Piece[], after: readonly Piece[]): Hunk[] {
  const hunks: Hunk[] = [];
  let at = {from, start};
  for (const [i, j] of alikePairs(before.slice(from, to), after.slice(start, end))) {
    const pair = {from: from + i, to: from + i + 1, start: start + j, end: start + j + 1};
    hunks.push({...at, to: pair.from, end: pair.start}, pair);
    at = {from: pair.to, start: pair.end};
  }
  return [...hunks, {...at, to, end}].filter((hunk) => hunk.from < hunk.to || hunk.start < hunk.end);
}

/** What changed between two readings, in order, in the smallest parts that can be told apart. */
export function hunksBetween(before: readonly Piece[], after: readonly Piece[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  let open: Hunk | undefined;
  for (const {added, removed, count} of diffArrays(before.map(keyOf), after.map(keyOf))) {
    if (!added && !removed) {
      open = undefined;
      i += count;
      j += count;
      continue;
    }
    if (!open) {
      open = {from: i, to: i, start: j, end: j};
      hunks.push(open);
    }
    i += removed ? count : 0;
    j += added ? count : 0;
    [open.to, open.end] = [i, j];
  }
  return hunks.flatMap((hunk) => split(hunk, before, after));
}
