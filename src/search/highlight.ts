import {escapeHtml} from '../site/codeTokens';
import {queryTokens} from '../site/searchTokens';

const HAN = /\p{Script=Han}/u;

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Which characters of a text belong to something that the query asks for. */
function findMatches(text: string, query: string): boolean[] {
  const matched = new Array<boolean>(text.length).fill(false);
  for (const {text: token} of queryTokens(query)) {
    // Underscores are not part of an indexed word, so they may stand anywhere inside one.
    const pattern = HAN.test(token) ? token : [...token].map(escapeRegExp).join('_?');
    for (const {index, 0: found} of text.matchAll(new RegExp(pattern, 'giu'))) {
      matched.fill(true, index, index + found.length);
    }
  }
  return matched;
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

/**
 * Cuts from a text the stretch that has most of what the query asks for, escapes it and marks the words.
 *
 * @param words length of the stretch on either side of its middle; two Han characters count as a word
 */
export function snippet(text: string, query: string, words: number): string {
  const matched = findMatches(text, query);
  const pieces = [...text.matchAll(/\p{Script=Han}{1,2}|[\w.]+|[^]/gu)];
  const width = words * 2;
  const score = pieces.map(({index}) => Number(matched[index] ?? false));
  let sum = score.slice(0, width).reduce((a, b) => a + b, 0);
  let best = sum;
  let from = 0;
  for (let i = width; i < pieces.length; i++) {
    sum += score[i]! - score[i - width]!;
    if (sum > best) {
      best = sum;
      from = i - width + 1;
    }
  }
  const first = pieces[from]?.index ?? 0;
  const last = pieces[from + width]?.index ?? text.length;
  const html = mark(text.slice(first, last), matched.slice(first, last));
  return `${first > 0 ? '…' : ''}${html.trim()}${last < text.length ? '…' : ''}`;
}
