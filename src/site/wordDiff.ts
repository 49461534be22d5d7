import {diffArrays} from 'diff';

/** Text of one kind: prose, or code within it. */
export interface WordRun {
  text: string;
  code?: boolean;
}

/** A run with where it stands: in both texts, only in the one before, only in the one after. */
export interface WordPiece extends WordRun {
  side: 'same' | 'del' | 'ins';
}

const WORD = /\d+(?:\.\d+)+|[\p{Script=Latin}\p{N}_]+|\p{Script=Han}+|\s+|./gsu;
const HAN = /^\p{Script=Han}/u;

const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter('zh', {granularity: 'word'}) : undefined;

/** Cuts a text into words, a number with its dots as one; Chinese where the platform knows them, else into characters. */
export function wordsOf(text: string): string[] {
  return (text.match(WORD) ?? []).flatMap((word) => {
    if (!HAN.test(word)) {
      return [word];
    }
    return segmenter ? Array.from(segmenter.segment(word), ({segment}) => segment) : [...word];
  });
}

type Change = Record<'same' | 'del' | 'ins', WordRun[]>;

function wordRuns(runs: readonly WordRun[]): WordRun[] {
  return runs.flatMap(({text, code}) => wordsOf(text).map((word) => ({text: word, code})));
}

/** Whether words between two changes are so few that readers are better off with one change. */
function isGap(runs: readonly WordRun[]): boolean {
  return /^[\s\p{P}]*$/u.test(runs.map(({text}) => text).join('')) && runs.length <= 2;
}

function pieces(side: WordPiece['side'], runs: readonly WordRun[]): WordPiece[] {
  const joined: WordPiece[] = [];
  for (const {text, code} of runs) {
    const last = joined.at(-1);
    if (last && last.code === code) {
      last.text += text;
    } else {
      joined.push({side, text, ...(code && {code})});
    }
  }
  return joined;
}

/** Compares two texts word by word; of a change, what went stands before what came. */
export function diffWords(before: readonly WordRun[], after: readonly WordRun[]): WordPiece[] {
  const comparator = (a: WordRun, b: WordRun) => a.text === b.text && !a.code === !b.code;
  const changes: Change[] = [];
  const parts = diffArrays(wordRuns(before), wordRuns(after), {comparator});
  parts.forEach(({value, added, removed}, i) => {
    const last = changes.at(-1);
    const isChange = added || removed;
    if (last && last.same.length === 0 && isChange) {
      last[added ? 'ins' : 'del'].push(...value);
    } else if (last && last.same.length === 0 && isGap(value) && i + 1 < parts.length) {
      last.del.push(...value);
      last.ins.push(...value);
    } else {
      changes.push({
        same: isChange ? [] : value,
        del: removed ? [...value] : [],
        ins: added ? [...value] : [],
      });
    }
  });
  return changes.flatMap(({same, del, ins}) => [
    ...pieces('same', same),
    ...pieces('del', del),
    ...pieces('ins', ins),
  ]);
}

/** How alike two texts are, from 0 to 1: the share of words that both have. */
export function likeness(before: readonly string[], after: readonly string[]): number {
  const all = before.length + after.length;
  if (all === 0) {
    return 1;
  }
  const left = new Map<string, number>();
  before.forEach((word) => left.set(word, (left.get(word) ?? 0) + 1));
  let shared = 0;
  for (const word of after) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      shared += 1;
      left.set(word, count - 1);
    }
  }
  return (2 * shared) / all;
}
