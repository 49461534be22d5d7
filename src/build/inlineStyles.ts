import fs from 'node:fs';

/** A style sheet to stand in a page, without comments and the white space between its rules. */
export function inlineStyles(file: string): string {
  return fs
    .readFileSync(file, 'utf8')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();
}
