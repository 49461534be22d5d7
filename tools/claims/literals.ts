import {syntaxOf} from '../sources/mask';
import type {Corpus} from './corpus';

/** Stands for whatever is put into a message when it is printed. */
export const WILDCARD = '\u0001';

/** A message in the source: its fixed words, and wildcards between them. */
export interface Template {
  path: string;
  line: number;
  text: string;
}

const LITERAL = {
  python: /"""[\s\S]*?"""|'''[\s\S]*?'''|#.*|([fFrRbBuU]{0,2})("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/g,
  c: /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])'|()("(?:\\.|[^"\\\n])*")/g,
  hash: /(?<![\w$\\])#.*|()("(?:\\.|[^"\\])*?")/g,
};

const PRINTF = /%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j|t)?[sdiufgxXcpr]\b/g;
const BRACES = /\{[^{}]*\}/g;
const VARIABLE = /\$\{[^{}]*\}|\$\w+/g;

function contentOf(literal: string, prefix: string, syntax: 'python' | 'c' | 'hash'): string {
  const plain = literal
    .slice(1, -1)
    .replace(/\\(.)/g, (_, char: string) => (/[nrt]/.test(char) ? ' ' : char));
  const holes = plain.replace(PRINTF, WILDCARD);
  if (syntax === 'c') {
    return holes;
  }
  return holes.replace(syntax === 'python' && !/r/i.test(prefix) ? BRACES : VARIABLE, WILDCARD);
}

/** How two literals that follow each other belong together; undefined where they do not. */
function joint(gap: string): string | undefined {
  if (/^\s*(?:(?:<<|\+)\s*)?$/.test(gap)) {
    return '';
  }
  return gap.length < 200 && /^\s*(?:<<[^;{}]*<<|\+[^;{}]*\+|[A-Za-z_]\w*)\s*$/.test(gap)
    ? WILDCARD
    : undefined;
}

/** The messages of one source file. */
export function templatesOf(path: string, source: string): Template[] {
  const syntax = syntaxOf(path);
  if (syntax === 'none') {
    return [];
  }
  const templates: (Template & {end: number})[] = [];
  let line = 1;
  let counted = 0;
  for (const match of source.matchAll(LITERAL[syntax])) {
    if (match[2] === undefined) {
      continue;
    }
    const text = contentOf(match[2], match[1] ?? '', syntax);
    const end = match.index + match[0].length;
    const last = templates.at(-1);
    const glue = last && joint(source.slice(last.end, match.index));
    if (last && glue !== undefined) {
      last.text += glue + text;
      last.end = end;
    } else {
      line += source.slice(counted, match.index).split('\n').length - 1;
      counted = match.index;
      templates.push({path, line, text, end});
    }
  }
  return templates.filter(({text}) => /[A-Za-z]{2,}[\s\S]*\s[\s\S]*[A-Za-z]{2,}|[A-Za-z]{8,}/.test(text));
}

/** All messages of a release. */
export function readTemplates(corpus: Corpus): Template[] {
  return corpus.files.flatMap(({path, text}) => templatesOf(path, text));
}
