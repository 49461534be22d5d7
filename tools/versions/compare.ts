/** `npm run versions -- diff`: two versions of a page side by side. */
import {diffWordsWithSpace} from 'diff';
import {displayWidth} from '../examples/progress';
import {hunksBetween} from './align';
import {cutFence, cutPage, type Piece} from './cut';

/** How words that differ are shown. */
export interface Marks {
  gone(text: string): string;
  added(text: string): string;
  /** Columns that a mark takes. */
  width: number;
}

export const COLOURS: Marks = {
  width: 0,
  gone: (text) => `\x1b[31;7m${text}\x1b[0m`,
  added: (text) => `\x1b[32;7m${text}\x1b[0m`,
};
export const SIGNS: Marks = {width: 4, gone: (text) => `[-${text}-]`, added: (text) => `{+${text}+}`};

const segmenter = new Intl.Segmenter('zh', {granularity: 'word'});

interface Part {
  text: string;
  mark?: (text: string) => string;
}

/** A text of some parts, of which each line fits a column, filled up with blanks. */
function column(parts: readonly Part[], width: number, marks: Marks): string[] {
  const lines: string[] = [];
  let line: Part[] = [];
  let used = 0;
  const end = () => {
    const shown = line.map(({text, mark}) => (mark && text ? mark(text) : text)).join('');
    lines.push(shown + ' '.repeat(Math.max(0, width - used)));
    [line, used] = [[], 0];
  };
  for (const {text, mark} of parts) {
    for (const {segment} of segmenter.segment(text)) {
      const own = displayWidth(segment);
      if (segment === '\n' || (used > 0 && used + own > width)) {
        end();
      }
      if (segment === '\n') {
        continue;
      }
      const last = line.at(-1);
      if (last && last.mark === mark) {
        last.text += segment;
        used += own;
      } else {
        line.push({text: segment, mark});
        used += own + (mark ? marks.width : 0);
      }
    }
  }
  end();
  return lines;
}

function row(
  left: string,
  right: string,
  [a, b]: readonly [string, string],
  width: number,
  marks: Marks,
): string {
  const parts = diffWordsWithSpace(left, right, {intlSegmenter: segmenter});
  const one = column(
    parts
      .filter(({added}) => !added)
      .map(({value, removed}) => ({text: value, mark: removed ? marks.gone : undefined})),
    width,
    marks,
  );
  const other = column(
    parts
      .filter(({removed}) => !removed)
      .map(({value, added}) => ({text: value, mark: added ? marks.added : undefined})),
    width,
    marks,
  );
  return Array.from({length: Math.max(one.length, other.length)}, (_, i) =>
    [i === 0 ? a : '', one[i] ?? ' '.repeat(width), i === 0 ? b : '', other[i] ?? ''].map((text, at) =>
      at === 0 || at === 2 ? text.padStart(5) : text,
    ),
  )
    .map(([n, x, m, y]) => `${n} ${x} │${m} ${y}`.trimEnd())
    .join('\n');
}

const byLine = (pieces: readonly Piece[]) =>
  pieces.flatMap((piece) => (piece.kind === 'fence' ? cutFence(piece) : [piece]));

/** What differs between two texts, a row for each pair of pieces. */
export function formatDiff(before: string, after: string, width: number, marks: Marks): string {
  const [a, b] = [cutPage(before), cutPage(after)].map(byLine) as [Piece[], Piece[]];
  const own = Math.max(20, Math.floor((width - 14) / 2));
  return hunksBetween(a, b)
    .map(({from, to, start, end}) => {
      const [left, right] = [a.slice(from, to), b.slice(start, end)];
      const text = (pieces: readonly Piece[]) =>
        pieces.map((piece, i) => (i > 0 ? piece.lead : '') + piece.text).join('');
      const numbers = [left, right].map((pieces) => String(pieces[0]?.line ?? '')) as [string, string];
      return row(text(left), text(right), numbers, own, marks);
    })
    .join('\n');
}
