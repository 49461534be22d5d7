import fs from 'node:fs';
import path from 'node:path';
import {LINKS} from '../../../src/site/links';
import {LATEST} from '../../../src/site/versions';

/** A page of the current tree in plain Markdown: no MDX, no syntax that only one generator has. */
export interface PlainPage {
  /** Path below the tree without an ending, e.g. `tutorial/intro` or `install/index`. */
  id: string;
  title: string;
  description: string;
  body: string;
}

/** Turns a page into Markdown that every generator reads alike: heading ids, asides, meta of fences and `tvm:` go. */
export function toPlain(source: string): Omit<PlainPage, 'id'> {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const field = (name: string) =>
    new RegExp(`^${name}: *(.*)$`, 'm').exec(front)?.[1]?.replace(/^(['"])(.*)\1$/, '$2') ?? '';
  const plain = body
    .replace(/ *\{\/\*[\s\S]*?\*\/\}/g, '')
    .replace(/^:::.*$/gm, '')
    .replace(/\]\(tvm:([^)#]*)[^)]*\)/g, `](${LINKS.upstreamRepository}/blob/${LATEST.tag}/$1)`)
    .replace(/^(```\w+) .*$/gm, '$1')
    .replace(/^```relay\b/gm, '```text');
  return {title: field('title'), description: field('description'), body: plain};
}

/** Reads the current tree. */
export function readPlainPages(siteDir: string): PlainPage[] {
  const root = path.join(siteDir, 'docs');
  return fs
    .readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({
      id: name.replace(/\.md$/, '').split(path.sep).join('/'),
      ...toPlain(fs.readFileSync(path.join(root, name), 'utf8')),
    }));
}

/** Address below the site of a page of the current tree. */
export function addressOf(id: string): string {
  return `/docs/${id}`.replace(/\/index$/, '');
}

/** Pages by the first part of their path. */
export function sections(pages: readonly PlainPage[]): [name: string, pages: PlainPage[]][] {
  const names = new Set(pages.map(({id}) => id.split('/')[0]!));
  return [...names].map((name) => [name, pages.filter(({id}) => id.split('/')[0] === name)]);
}

/** A home page with links to the pages of each section. */
export function homePage(pages: readonly PlainPage[]): string {
  const lists = sections(pages).map(([name, items]) => {
    const links = items.slice(0, 8).map(({id, title}) => `- [${title}](${addressOf(id)})`);
    return [`## ${name}`, '', ...links].join('\n');
  });
  return `---\ntitle: TVM\n---\n\n${lists.join('\n\n')}\n`;
}
