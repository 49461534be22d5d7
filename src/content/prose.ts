/** The text of a page outside its code: lines, headings, sentences. Every reader of prose goes by this one reading. */
import {type Fence, parseFences} from '../site/fences';

/** A heading as its line has it. */
export interface PageHeading {
  /** Line, counted from 1. */
  line: number;
  depth: number;
  /** As written, without the anchor. */
  text: string;
  /** The anchor that the page gives it. */
  anchor?: string;
}

/** The lines of a page, empty where there is front matter or a fence, so that their numbers stay. */
export function proseLines(markdown: string, fences: readonly Fence[] = parseFences(markdown)): string[] {
  const lines = markdown.split(/\r?\n/);
  lines.fill('', 0, lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0);
  for (const {line, endLine} of fences) {
    lines.fill('', line - 1, endLine);
  }
  return lines;
}

/** Inline code: its marks, then what stands between them. */
export const INLINE_CODE = /(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g;

/** A line with the contents of its inline code made unreadable, so that nothing in them is taken for Markdown. */
export function maskCode(line: string): string {
  return line.replace(INLINE_CODE, (_, marks: string, code: string) => {
    return marks + '\0'.repeat(code.length) + marks;
  });
}

const HEADING = /^(#{1,6})\s+(.*?)(?:\s*\{\/\*\s*#(\S+)\s*\*\/\})?\s*$/;

/** The headings among the lines of `proseLines`. */
export function readHeadings(lines: readonly string[]): PageHeading[] {
  return lines.flatMap((line, i) => {
    const [, marks, text, anchor] = HEADING.exec(line) ?? [];
    return marks ? [{line: i + 1, depth: marks.length, text: text!, anchor}] : [];
  });
}

/** The mark of the end of a sentence; one in quotation marks ends none, a bracket after it still belongs to it. */
const END = /[。！？；]+）*(?![^「」]*」)/g;

/** The sentences of a line of prose, which joined are the line again. */
export function cutSentences(line: string): string[] {
  const ends = [...maskCode(line).matchAll(END)].map(({index, 0: mark}) => index + mark.length);
  const places = [0, ...ends.filter((end) => end < line.length), line.length];
  return places.slice(1).map((end, i) => line.slice(places[i], end));
}

/** Where the first sentence of a text ends: the place of its mark, or the length. */
export function endOfSentence(text: string): number {
  return /[。；](?![^「」]*」)/.exec(text)?.index ?? text.length;
}
