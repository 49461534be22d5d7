/** Cuts a page into the pieces that are compared and carried between versions: sentences, rows, headings, code blocks. */
import {cutSentences, proseLines} from '../../src/content/prose';
import {outputOf, parseFences} from '../../src/site/fences';

/**
 * - `sentence`: of a paragraph or an item of a list
 * - `row`: of a table
 * - `fence`: a block of code with its marks
 * - `line`: front matter, a heading, a tag, a line of code
 */
export type PieceKind = 'sentence' | 'row' | 'fence' | 'line';

export interface Piece {
  kind: PieceKind;
  /** The line ends and indentation before it. */
  lead: string;
  text: string;
  /** Line of the file on which it begins, from 1. */
  line: number;
  /** An output that a run of the page writes. */
  written?: true;
}

const WHOLE_LINE = /^\s*(?:#{1,6}\s|<\/?\w|:::|\$\$|import\s|\{\/\*|[-*_]{3,}\s*$)/;

function piecesOfLine(text: string, line: number, isProse: boolean): Omit<Piece, 'lead'>[] {
  if (!isProse || WHOLE_LINE.test(text)) {
    return [{kind: 'line', text, line}];
  }
  return text.trimStart().startsWith('|')
    ? [{kind: 'row', text, line}]
    : cutSentences(text).map((sentence) => ({kind: 'sentence', text: sentence, line}));
}

/** The pieces of a page, which joined by `joinPieces` are the page again. */
export function cutPage(markdown: string): Piece[] {
  const fences = parseFences(markdown);
  const run = fences.filter(({role}) => role === 'run' || role === 'shell-run');
  const written = new Set(run.map((fence) => outputOf(fences, fence)));
  const byLine = new Map(fences.map((fence) => [fence.line, fence]));
  const lines = markdown.split('\n');
  const prose = proseLines(markdown, fences);
  const pieces: Piece[] = [];
  let lead = '';
  for (let at = 0; at < lines.length; at += 1) {
    const fence = byLine.get(at + 1);
    const text = fence ? lines.slice(at, fence.endLine).join('\n') : lines[at]!;
    const own: Omit<Piece, 'lead'>[] = fence
      ? [{kind: 'fence', text, line: at + 1, ...(written.has(fence) && {written: true})}]
      : text.trim() === ''
        ? []
        : piecesOfLine(text, at + 1, prose[at] !== '');
    own.forEach((piece, i) => pieces.push({...piece, lead: i === 0 ? lead : ''}));
    lead = own.length > 0 ? '\n' : `${lead}${text}\n`;
    at = fence ? Math.min(fence.endLine, lines.length) - 1 : at;
  }
  // What ends the file.
  return [...pieces, {kind: 'line', lead: lead.slice(0, -1), text: '', line: lines.length}];
}

/** A block of code line by line. */
export function cutFence(piece: Piece): Piece[] {
  return piece.text.split('\n').map((text, i) => ({
    kind: 'line',
    lead: i === 0 ? piece.lead : '\n',
    text,
    line: piece.line + i,
  }));
}

export function joinPieces(pieces: readonly Pick<Piece, 'lead' | 'text'>[]): string {
  return pieces.map(({lead, text}) => lead + text).join('');
}
