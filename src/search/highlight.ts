import {escapeHtml} from '../site/codeTokens';
import {queryTokens} from '../site/searchTokens';

const HAN = /\p{Script=Han}/u;

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function compile(query: string): RegExp[] {
  return queryTokens(query).map(({text}) => {
    // Underscores are not part of an indexed word, so they may stand anywhere inside one.
    const pattern = HAN.test(text) ? text : [...text].map(escapeRegExp).join('_?');
    return new RegExp(pattern, 'giu');
  });
}

/** The last query and its patterns: an answer asks some hundred times for those of the same. */
let compiled = {query: '', patterns: [] as RegExp[]};

function patternsOf(query: string): RegExp[] {
  if (compiled.query !== query) {
    compiled = {query, patterns: compile(query)};
  }
  return compiled.patterns;
}

/** Which characters of a text belong to something that the query asks for. */
function findMatches(text: string, query: string): boolean[] {
  const matched = new Array<boolean>(text.length).fill(false);
  for (const pattern of patternsOf(query)) {
    for (const {index, 0: found} of text.matchAll(pattern)) {
      matched.fill(true, index, index + found.length);
    }
  }
  return matched;
}

/**
 * Finds in a text what a query asks for: the words as they stand in the query, and where they stand nowhere together, each.
 *
 * @returns pairs of the first character and the one behind the last
 */
export function findPhrase(text: string, query: string): [number, number][] {
  const words = query.trim().split(/\s+/).map(escapeRegExp).join('\\s+');
  const together = words === '' ? [] : [...text.matchAll(new RegExp(words, 'giu'))];
  if (together.length > 0) {
    return together.map(({index, 0: found}) => [index, index + found.length]);
  }
  const matched = findMatches(text, query);
  const found: [number, number][] = [];
  for (let start = matched.indexOf(true); start >= 0; start = matched.indexOf(true, start)) {
    const end = matched.indexOf(false, start);
    found.push([start, end < 0 ? text.length : end]);
    start = end < 0 ? text.length : end;
  }
  return found;
}

function mark(text: string, matched: boolean[]): string {
  let html = '';
  for (let start = 0; start < text.length;) {
    let end = start + 1;
    while (end < text.length && matched[end] === matched[start]) {
      end += 1;
    }
    const part = escapeHtml(text.slice(start, end));
    html += matched[start] ? `<mark>${part}</mark>` : part;
    start = end;
  }
  return html;
}

/** Escapes a text and marks in it what the query asks for. */
export function highlightText(text: string, query: string): string {
  return mark(text, findMatches(text, query));
}

/** Words of a text; two Han characters count as one. */
const WORDS = /\p{Script=Han}{1,2}|[\w.]+/gu;

/** Where the stretch of so many parts begins that has most in all, with what it has in its middle. */
function findStretch(scores: readonly number[], length: number): number {
  let sum = scores.slice(0, length).reduce((a, b) => a + b, 0);
  let most = sum;
  let best = 0;
  for (let i = length; i < scores.length; i++) {
    sum += scores[i]! - scores[i - length]!;
    if (sum > most) {
      most = sum;
      best = i - length + 1;
    }
  }
  const inside = scores.slice(best, best + length);
  const first = inside.findIndex(Boolean);
  if (first < 0) {
    return 0;
  }
  const free = length - (inside.findLastIndex(Boolean) - first + 1);
  return Math.max(0, Math.min(best + first - Math.floor(free / 2), scores.length - length));
}

/**
 * Cuts from a text the stretch that has most of what the query asks for, escapes it and marks the words.
 *
 * @param length words of the stretch
 */
export function snippet(text: string, query: string, length: number): string {
  const matched = findMatches(text, query);
  const words = [...text.matchAll(WORDS)];
  const scores = words.map(
    ({0: word, index}) => matched.slice(index, index + word.length).filter(Boolean).length,
  );
  const from = findStretch(scores, length);
  const first = from === 0 ? 0 : words[from]!.index;
  const last = words[from + length]?.index ?? text.length;
  const html = mark(text.slice(first, last), matched.slice(first, last));
  return `${first > 0 ? '…' : ''}${html.trim()}${last < text.length ? '…' : ''}`;
}

/** The first sentence of a text. */
export function sentenceOf(text: string): string {
  return /^.*?[。！？](?=.)/su.exec(text)?.[0] ?? text;
}
