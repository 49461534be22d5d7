import {diffArrays} from 'diff';
import type {ApiChange} from '@site/src/site/apiChanges';
import {diffWords, likeness, type WordPiece, wordsOf} from '@site/src/site/wordDiff';
import type {Block} from './blocks';

/** A block as a comparison shows it. */
export interface DiffRow {
  side: 'same' | 'del' | 'ins' | 'edit';
  block: Block;
  /** The text; of an edited block with the words that differ. */
  pieces: readonly WordPiece[];
}

/** Blocks next to each other that are the same in both versions, or a change. */
export interface Stretch {
  changed: boolean;
  rows: DiffRow[];
  /** Of a change: the heading above it. */
  heading?: Block;
}

/** Blocks are the same one, edited, from this share of common words on. */
const ALIKE = 0.5;
/** Pairs beyond which a change is shown as what went and what came, without looking for pairs. */
const MOST_PAIRS = 90_000;
/** Lines of code between two changes up to which they are one. */
const MOST_BETWEEN = 2;

function whole(side: 'same' | 'del' | 'ins', block: Block): DiffRow {
  return {side, block, pieces: block.runs.map((run) => ({...run, side}))};
}

function textOf({runs}: Block): string {
  return runs.map(({text}) => text).join('');
}

function edited(before: Block, after: Block): DiffRow {
  return {side: 'edit', block: after, pieces: diffWords(before.runs, after.runs)};
}

/**
 * Pairs blocks that went with blocks that came, keeping their order, so that the pairs are as much alike as can be.
 *
 * @returns for each block that went the index of its pair, or -1
 */
function pair(before: readonly Block[], after: readonly Block[]): number[] {
  const columns = after.length + 1;
  if (before.length * after.length > MOST_PAIRS) {
    return before.map(() => -1);
  }
  const words = (blocks: readonly Block[]) =>
    blocks.map((block) => wordsOf(textOf(block)).filter((word) => word.trim()));
  const [left, right] = [words(before), words(after)];
  const alike = (i: number, j: number): number => {
    const [a, b] = [left[i]!, right[j]!];
    const most = (2 * Math.min(a.length, b.length)) / (a.length + b.length || 1);
    const isOneKind = before[i]!.kind === after[j]!.kind && before[i]!.level === after[j]!.level;
    const found = isOneKind && most >= ALIKE ? likeness(a, b) : 0;
    return found >= ALIKE ? found : 0;
  };
  const best = new Float64Array((before.length + 1) * columns);
  const scores = new Float64Array(before.length * after.length);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const score = alike(i, j);
      scores[i * after.length + j] = score;
      best[i * columns + j] = Math.max(
        best[(i + 1) * columns + j]!,
        best[i * columns + j + 1]!,
        score > 0 ? score + best[(i + 1) * columns + j + 1]! : 0,
      );
    }
  }
  const pairs = before.map(() => -1);
  for (let i = 0, j = 0; i < before.length && j < after.length;) {
    const score = scores[i * after.length + j]!;
    if (score > 0 && best[i * columns + j] === score + best[(i + 1) * columns + j + 1]!) {
      pairs[i] = j;
      i += 1;
      j += 1;
    } else if (best[i * columns + j] === best[(i + 1) * columns + j]) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return pairs;
}

function rowsOf(before: readonly Block[], after: readonly Block[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let next = 0;
  pair(before, after).forEach((j, i) => {
    if (j === -1) {
      rows.push(whole('del', before[i]!));
      return;
    }
    rows.push(...after.slice(next, j).map((block) => whole('ins', block)));
    rows.push(edited(before[i]!, after[j]!));
    next = j + 1;
  });
  return [...rows, ...after.slice(next).map((block) => whole('ins', block))];
}

/** Whether two changes around some blocks are better read as one. */
function joins(rows: readonly DiffRow[]): boolean {
  return rows.length <= MOST_BETWEEN && rows.every(({block}) => block.kind === 'code');
}

/** Makes of changes with next to nothing between them one. */
function joinChanges(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  stretches.forEach((stretch, i) => {
    const last = joined.at(-1);
    const isBetween = last?.changed && !stretch.changed && i + 1 < stretches.length && joins(stretch.rows);
    if (last?.changed && (stretch.changed || isBetween)) {
      last.rows.push(...stretch.rows);
    } else {
      joined.push({...stretch, rows: [...stretch.rows]});
    }
  });
  return joined;
}

/** Compares two versions of an article block by block, and within blocks that were edited word by word. */
export function alignBlocks(before: readonly Block[], after: readonly Block[]): Stretch[] {
  const stretches: Stretch[] = [];
  let [left, right] = [0, 0];
  let gone: readonly Block[] = [];
  const settle = (came: readonly Block[]) => {
    if (gone.length + came.length > 0) {
      stretches.push({changed: true, rows: rowsOf(gone, came)});
    }
    gone = [];
  };
  const keys = (blocks: readonly Block[]) => blocks.map(({key}) => key);
  for (const {value, added, removed} of diffArrays(keys(before), keys(after))) {
    if (removed) {
      gone = before.slice(left, left + value.length);
    } else if (added) {
      settle(after.slice(right, right + value.length));
    } else {
      settle([]);
      const rows = after.slice(right, right + value.length).map((block) => whole('same', block));
      stretches.push({changed: false, rows});
    }
    left += added ? 0 : value.length;
    right += removed ? 0 : value.length;
  }
  settle([]);
  let heading: Block | undefined;
  return joinChanges(stretches).map((stretch) => {
    const above = heading;
    heading =
      stretch.rows.findLast(({block, side}) => block.kind === 'heading' && side !== 'del')?.block ?? heading;
    return stretch.changed ? {...stretch, heading: above} : stretch;
  });
}

/** What of blocks that are the same is shown beside the changes around them, and what is folded. */
export interface Folded {
  lead: DiffRow[];
  hidden: DiffRow[];
  trail: DiffRow[];
}

/** Blocks shown beside a change, by what it stands in. */
const CONTEXT = {code: 3, other: 1};
/** Fewer blocks than this are not worth folding. */
const LEAST_HIDDEN = 3;

/**
 * Folds what stands between two changes.
 *
 * @param isFirst whether no change stands above
 * @param isLast whether no change stands below
 */
export function foldRows(rows: readonly DiffRow[], isFirst: boolean, isLast: boolean): Folded {
  const context = (row: DiffRow | undefined) => (row?.block.kind === 'code' ? CONTEXT.code : CONTEXT.other);
  const before = isFirst ? 0 : context(rows[0]);
  const after = isLast ? 0 : context(rows.at(-1));
  return rows.length - before - after < LEAST_HIDDEN
    ? {lead: [...rows], hidden: [], trail: []}
    : {
        lead: rows.slice(0, before),
        hidden: rows.slice(before, rows.length - after),
        trail: rows.slice(rows.length - after),
      };
}

/** How an entry of the API reference differs between two versions. */
export type EntryChange = Omit<ApiChange, 'entry'>;

const ENTRY = /^(?:tvm|vta)\.[\w.]+$/;

/** Signatures of the entries of a page of the API reference, by name. */
function readSignatures(blocks: readonly Block[]): Map<string, string> {
  const signatures = new Map<string, string>();
  let name: string | undefined;
  for (const {kind, id, signature, runs} of blocks) {
    if (kind === 'heading') {
      name = id && ENTRY.test(id) ? id : undefined;
      if (name) {
        signatures.set(name, '');
      }
    } else if (signature && name) {
      const text = signatures.get(name)!;
      signatures.set(name, text + (text && '\n') + runs[0]!.text);
    }
  }
  return signatures;
}

/** Entries of the API reference that came, went and changed their signature, by name. */
export function compareEntries(before: readonly Block[], after: readonly Block[]): EntryChange[] {
  const [old, young] = [readSignatures(before), readSignatures(after)];
  const names = [...new Set([...old.keys(), ...young.keys()])].sort();
  return names.flatMap((name): EntryChange[] => {
    const [from, to] = [old.get(name), young.get(name)];
    if (from === to) {
      return [];
    }
    if (from === undefined || to === undefined) {
      const side = from === undefined ? 'ins' : 'del';
      const state = from === undefined ? 'added' : 'removed';
      return [{name, state, pieces: [{side, text: from ?? to ?? '', code: true}]}];
    }
    return [{name, state: 'changed', pieces: diffWords([{text: from}], [{text: to}])}];
  });
}
