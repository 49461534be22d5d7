import {cutSentences, INLINE_CODE, proseLines} from '../../src/content/prose';
import {type Fence, parseFences} from '../../src/site/fences';

/** A line of a page outside its code: a paragraph, an item of a list, a row of a table or a heading. */
export interface ProseLine {
  line: number;
  /** As written, without the addresses of links. */
  text: string;
  /** Its sentences; a row of a table gives those of its cells. */
  sentences: Sentence[];
  /** Inline code on the line, in order. */
  code: string[];
}

export interface Sentence {
  text: string;
  /** The same without inline code, of which only the quotes stay. */
  words: string;
}

/** A page as it is read for claims. */
export interface ClaimPage {
  prose: ProseLine[];
  fences: Fence[];
}

const ADDRESS = /\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)/g;

/** Sentences of a line in which inline code is only numbered, so that no mark in it ends one. */
function split(line: string): string[] {
  const parts = line.trim().startsWith('|') ? line.split(/(?<!\\)\|/) : [line];
  return parts
    .flatMap(cutSentences)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function proseLine(raw: string, line: number): ProseLine {
  const code: string[] = [];
  const numbered = raw
    .replace(INLINE_CODE, (...[, , body]: string[]) => {
      code.push(body!.trim());
      return `\0${code.length - 1}\0`;
    })
    .replace(ADDRESS, ']')
    .replace(/\{\/\*.*?\*\/\}/g, '');
  const show = (text: string, quote: (body: string) => string) =>
    text.replace(/\0(\d+)\0/g, (_, i: string) => quote(code[Number(i)]!));
  const whole = (text: string) => show(text, (body) => `\`${body}\``);
  const sentences = split(numbered).map((text) => ({text: whole(text), words: show(text, () => '``')}));
  return {line, text: whole(numbered), sentences, code};
}

/** Reads the prose and the fences of a page; its front matter is neither. */
export function readClaimPage(markdown: string): ClaimPage {
  const fences = parseFences(markdown);
  const prose = proseLines(markdown, fences).flatMap((text, i) =>
    text.trim() === '' ? [] : [proseLine(text, i + 1)],
  );
  return {prose, fences};
}
