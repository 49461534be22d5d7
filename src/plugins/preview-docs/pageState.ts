import fs from 'node:fs';
import path from 'node:path';
import {filesUnder} from '../../build/files';

/** What the docs plugin reads. */
const SOURCES = ['docs', 'versioned_docs', 'versioned_sidebars', 'sidebars.ts', 'versions.json'];

/**
 * What of a page the site knows apart from the page itself: its front matter. Where that has no title or description,
 * Docusaurus takes them from the text.
 */
export function sharedPart(text: string): string {
  const frontMatter = /^---\r?\n[\s\S]*?\r?\n---(?=\r?\n|$)/.exec(text)?.[0] ?? '';
  const isComplete = ['title', 'description'].every((key) => new RegExp(`^${key}:`, 'm').test(frontMatter));
  return isComplete ? frontMatter : text;
}

/** What the content of the docs plugin depends on; files that did not change are not read again. */
export class PageState {
  private seen = new Map<string, {stamp: string; part: string}>();

  constructor(private readonly siteDir: string) {}

  /** A text that is the same as long as the content is. */
  read(): string {
    const files = SOURCES.flatMap((source) => filesUnder(path.join(this.siteDir, source)));
    this.seen = new Map(files.map((file) => [file, this.look(file)]));
    return JSON.stringify([...this.seen].map(([file, {part}]) => [file, part]));
  }

  private look(file: string): {stamp: string; part: string} {
    const {mtimeMs, size} = fs.statSync(file);
    const stamp = `${mtimeMs} ${size}`;
    const before = this.seen.get(file);
    if (before?.stamp === stamp) {
      return before;
    }
    return {stamp, part: /\.mdx?$/.test(file) ? sharedPart(fs.readFileSync(file, 'utf8')) : stamp};
  }
}
