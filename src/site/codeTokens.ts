/** What Prism calls a token, as far as this module reads it. */
export interface CodeToken {
  type: string;
  alias?: string | string[];
  content: string | CodeToken | (string | CodeToken)[];
}

/** A piece of code in one colour. */
export interface Run {
  /** Class of the colour, `''` for the text's own. */
  className: string;
  text: string;
}

/** Token types of the grammars, by the few classes that have a colour; whatever is not here keeps the text's. */
const CLASSES: Record<string, string> = {
  ...group('c', 'comment prolog doctype cdata'),
  ...group('k', 'keyword atrule important rule selector'),
  ...group('s', 'string char attr-value template-string string-interpolation regex url triple-quoted-string'),
  ...group('n', 'number boolean constant symbol unit'),
  ...group('f', 'function function-name decorator annotation'),
  ...group('t', 'class-name tag builtin type namespace instruction'),
  ...group('v', 'variable parameter attr-name property key label'),
  ...group('d', 'deleted deleted-sign deleted-arrow'),
  ...group('i', 'inserted inserted-sign inserted-arrow'),
};

function group(name: string, types: string): Record<string, string> {
  return Object.fromEntries(types.split(' ').map((type) => [type, name]));
}

function collect(tokens: (string | CodeToken)[], inherited: string, runs: Run[]): void {
  for (const token of tokens) {
    let className = inherited;
    let content: CodeToken['content'];
    if (typeof token === 'string') {
      content = token;
    } else {
      const aliases = ([] as string[]).concat(token.alias ?? []);
      className = CLASSES[token.type] ?? aliases.map((a) => CLASSES[a]).find(Boolean) ?? inherited;
      content = token.content;
    }
    if (typeof content !== 'string') {
      collect(Array.isArray(content) ? content : [content], className, runs);
      continue;
    }
    const last = runs.at(-1);
    // Blanks show no colour, so they never need an element of their own.
    if (last && (last.className === className || !content.trim())) {
      last.text += content;
    } else {
      runs.push({className, text: content});
    }
  }
}

/** Flattens Prism's tokens to runs of one colour. */
export function toRuns(tokens: (string | CodeToken)[]): Run[] {
  const runs: Run[] = [];
  collect(tokens, '', runs);
  return runs;
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function renderRun({className, text}: Run): string {
  const html = escapeHtml(text);
  return className && text.trim() ? `<span class="${className}">${html}</span>` : html;
}

function splitLines(runs: Run[]): Run[][] {
  const lines: Run[][] = [[]];
  for (const {className, text} of runs) {
    text.split('\n').forEach((part, i) => {
      if (i > 0) {
        lines.push([]);
      }
      if (part) {
        lines.at(-1)!.push({className, text: part});
      }
    });
  }
  return lines;
}

/**
 * Renders runs as HTML, with an element only where the colour changes or a line is marked.
 *
 * @param marks class of each marked line, by its number counted from 1
 * @returns HTML for the inside of a `code` element
 */
export function renderRuns(runs: Run[], marks: ReadonlyMap<number, string> = new Map()): string {
  if (marks.size === 0) {
    return runs.map(renderRun).join('');
  }
  const lines = splitLines(runs).map((line, i) => {
    const mark = marks.get(i + 1);
    const html = line.map(renderRun).join('');
    // The line end stands inside a marked line: the mark is a block, which ends the line by itself.
    return mark ? `<span class="${mark}">${html}\n</span>` : `${html}\n`;
  });
  return lines.join('').replace(/\n(<\/span>)?$/, '$1');
}
