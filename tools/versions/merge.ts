/** Carries what changed between two texts of the newest page into the page of an older version, piece by piece. */
import {LATEST} from '../../src/site/versions';
import {type Hunk, hunksBetween, keyOf} from './align';
import {cutFence, cutPage, type Piece} from './cut';

export interface MergeOptions {
  /** Release of the older page. */
  release: string;
  /** Sentences that the older page keeps. */
  keeps?: ReadonlySet<string>;
  /** Where both changed the same, the newest page wins. */
  newestWins?: boolean;
}

export interface Merged {
  text: string;
  conflicts: number;
  /** Pieces that the older page had of its own and that the newest page's took the place of. */
  dropped: Piece[];
  /** Pieces of the newest page that were rewritten, and whose place the older page does not have. */
  absent: Piece[];
}

/** What stands at a place: pieces that are settled, or what each side has there. */
type Part = Piece[] | {ours: Piece[]; base: Piece[]; theirs: Piece[]};

/** One side of a merge: its pieces, and how they came from the base. */
class Side {
  readonly hunks: Hunk[];
  private readonly places = new Map<number, number>();

  constructor(
    base: readonly Piece[],
    readonly pieces: readonly Piece[],
    keep: (hunk: Hunk) => boolean = () => true,
  ) {
    const all = hunksBetween(base, pieces);
    let shift = 0;
    let at = 0;
    for (const hunk of [...all, {from: base.length, to: base.length, start: 0, end: 0}]) {
      for (; at < hunk.from; at += 1) {
        this.places.set(at, at + shift);
      }
      at = hunk.to;
      shift = hunk.end - hunk.to;
    }
    this.hunks = all.filter(keep);
  }

  /** The piece that is one of the base, unchanged. */
  piece(at: number): Piece | undefined {
    const place = this.places.get(at);
    return place === undefined ? undefined : this.pieces[place];
  }

  /** What the side has for a range of the base, given its changes there. */
  range(base: readonly Piece[], from: number, to: number, hunks: readonly Hunk[]): Piece[] {
    const pieces: Piece[] = [];
    let at = from;
    for (const hunk of hunks) {
      for (; at < hunk.from; at += 1) {
        pieces.push(this.piece(at) ?? base[at]!);
      }
      pieces.push(...this.pieces.slice(hunk.start, hunk.end));
      at = hunk.to;
    }
    for (; at < to; at += 1) {
      pieces.push(this.piece(at) ?? base[at]!);
    }
    return pieces;
  }
}

const sameKeys = (a: readonly Piece[], b: readonly Piece[]) =>
  a.length === b.length && a.every((piece, i) => keyOf(piece) === keyOf(b[i]!));

/** Pieces of the newest page with the number of another release. */
function forRelease(pieces: readonly Piece[], release: string): Piece[] {
  return pieces.map((piece) => ({...piece, text: piece.text.replaceAll(LATEST.release, release)}));
}

/** Settles a place that both sides changed; undefined where only a person can. */
function settle(ours: Piece[], base: Piece[], theirs: Piece[], release: string): Part[] | undefined {
  if (sameKeys(ours, theirs)) {
    return [theirs];
  }
  if (sameKeys(ours, forRelease(base, release))) {
    return [forRelease(theirs, release)];
  }
  if ([ours, base, theirs].every((side) => side.length === 1 && side[0]!.written)) {
    return [theirs];
  }
  if ([ours, base, theirs].every((side) => side.length === 1 && side[0]!.kind === 'fence')) {
    const parts = mergePieces(cutFence(ours[0]!), cutFence(base[0]!), cutFence(theirs[0]!), {release});
    return parts.every(Array.isArray) ? parts : undefined;
  }
  return undefined;
}

const touches = (hunk: Hunk, from: number, to: number) =>
  (hunk.from < to && hunk.to > from) || (hunk.from === hunk.to && hunk.from === from && from === to);

function mergePieces(
  ours: readonly Piece[],
  base: readonly Piece[],
  theirs: readonly Piece[],
  {release, keeps}: MergeOptions,
  absent: Piece[] = [],
): Part[] {
  const isKept = ({from, to}: Hunk) => base.slice(from, to).some((piece) => keeps?.has(keyOf(piece)));
  const a = new Side(base, ours);
  const b = new Side(base, theirs, (hunk) => !isKept(hunk));
  const [left, right] = [[...a.hunks], [...b.hunks]];
  const parts: Part[] = [];
  let at = 0;
  while (at < base.length || left.length > 0 || right.length > 0) {
    const next = Math.min(left[0]?.from ?? base.length, right[0]?.from ?? base.length);
    if (at < next) {
      const [own, other, old] = [a.piece(at), b.piece(at) ?? base[at]!, base[at]!];
      // Both still have it; where a paragraph begins may have changed.
      parts.push(own ? [{...own, lead: own.lead === old.lead ? other.lead : own.lead}] : []);
      at += 1;
      continue;
    }
    const [mine, others]: [Hunk[], Hunk[]] = [[], []];
    const first = (left[0] && right[0] ? before(left[0], right[0]) : left[0] !== undefined) ? left : right;
    let [from, to] = [first[0]!.from, first[0]!.to];
    (first === left ? mine : others).push(first.shift()!);
    for (let grown = true; grown;) {
      grown = false;
      for (const [queue, taken] of [
        [left, mine],
        [right, others],
      ] as const) {
        while (queue[0] && touches(queue[0], from, to)) {
          [from, to] = [Math.min(from, queue[0].from), Math.max(to, queue[0].to)];
          taken.push(queue.shift()!);
          grown = true;
        }
      }
    }
    const [own, old, other] = [
      a.range(base, from, to, mine),
      base.slice(from, to),
      b.range(base, from, to, others),
    ];
    if (mine.length === 0 || others.length === 0) {
      parts.push(mine.length === 0 ? other : own);
    } else if (own.length === 0 && others.every(({from: i, to: j, start, end}) => end - start <= j - i)) {
      absent.push(...other);
    } else {
      parts.push(...(settle(own, old, other, release) ?? [{ours: own, base: old, theirs: other}]));
    }
    at = to;
  }
  return parts;
}

/** Whether a change is made first of two: that of an empty range stands before what begins there. */
function before(a: Hunk, b: Hunk): boolean {
  return a.from !== b.from ? a.from < b.from : a.to <= b.to;
}

const startsLine = (pieces: readonly Piece[]) => pieces.length === 0 || pieces[0]!.lead.includes('\n');

/** The text of parts; a conflict is widened to whole lines, so that each side of it can stand as it is. */
function render(parts: readonly Part[], release: string): {text: string; conflicts: number} {
  let text = '';
  let conflicts = 0;
  let line: Part[] = [];
  const flush = () => {
    const sideOf = (side: 'ours' | 'base' | 'theirs') =>
      line
        .flatMap((part) => (Array.isArray(part) ? part : part[side]))
        .map(({lead, text: own}) => lead + own)
        .join('');
    if (line.every(Array.isArray)) {
      text += sideOf('ours');
    } else {
      const [ours, old, theirs] = (['ours', 'base', 'theirs'] as const).map(sideOf);
      const lead = [ours!, theirs!]
        .map((side) => /^\n*/.exec(side)![0])
        .sort((x, y) => y.length - x.length)[0]!;
      const body = (side: string) => side.replace(/^\n+/, '').replace(/(?<=[^\n])$/, '\n');
      text += `${lead}<<<<<<< ${release}\n${body(ours!)}||||||| ${LATEST.release}（上次同步时）\n${body(old!)}=======\n${body(theirs!)}>>>>>>> ${LATEST.release}`;
      conflicts += 1;
    }
    line = [];
  };
  for (const part of parts) {
    const pieces = Array.isArray(part) ? part.map((piece) => [piece]) : [part];
    for (const piece of pieces) {
      const begins = Array.isArray(piece) ? startsLine(piece) : [piece.ours, piece.theirs].every(startsLine);
      if (begins && line.length > 0) {
        flush();
      }
      line.push(piece);
    }
  }
  flush();
  return {text, conflicts};
}

/**
 * Merges three texts.
 *
 * @param ours the older page
 * @param base the newest page as it was when the older one was last in step with it
 * @param theirs the newest page
 */
export function mergePages(ours: string, base: string, theirs: string, options: MergeOptions): Merged {
  const absent: Piece[] = [];
  const parts = mergePieces(cutPage(ours), cutPage(base), cutPage(theirs), options, absent);
  const dropped: Piece[] = [];
  const settled = parts.map((part) => {
    if (Array.isArray(part) || !options.newestWins) {
      return part;
    }
    const old = new Set(part.base.map(keyOf));
    dropped.push(...part.ours.filter((piece) => !old.has(keyOf(piece))));
    return part.theirs;
  });
  return {...render(settled, options.release), dropped, absent};
}
