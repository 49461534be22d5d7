import {escapeHtml} from '../site/codeTokens';

/** Escapes text that may hold `mark` elements, and keeps those: nothing else of it is markup. */
export function sanitize(html: string): string {
  return html
    .split(/(<\/?mark>)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : escapeHtml(part.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')),
    )
    .join('');
}
