import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {codeHash} from '../../src/site/node/codeHash';
import {codeFences, parseFences, type Fence} from '../../src/site/fences';
import {getVersion, VERSIONS} from '../../src/site/versions';

/** A page of the site as the runner and the check see it. */
export interface Page {
  /** Path below the site with `/`, e.g. `docs/tutorial/quick_start.md`; the key of its record. */
  path: string;
  file: string;
  /** Release whose TVM the page is about. */
  version: string;
  /** Name of the Python environment: the release, or a further one that the front matter names. */
  environment: string;
  markdown: string;
  fences: Fence[];
  /** Fences that are executed or checked, in order. */
  code: Fence[];
  hash: string;
}

/** A blog post that has Python to run but does not say on which TVM. */
export interface Unversioned {
  path: string;
  line: number;
}

/** The value of a simple `key: value` line of the front matter. */
export function frontMatterValue(markdown: string, key: string): string | undefined {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(markdown)?.[1] ?? '';
  const value = new RegExp(`^${key}:[ \\t]*(.*?)[ \\t]*$`, 'm').exec(block)?.[1];
  return value?.replace(/^(['"])(.*)\1$/, '$2') || undefined;
}

function markdownFiles(directory: string): string[] {
  if (!existsSync(directory)) {
    return [];
  }
  return readdirSync(directory, {withFileTypes: true})
    .filter((entry) => !entry.name.startsWith('_'))
    .flatMap((entry) => {
      const file = path.join(directory, entry.name);
      return entry.isDirectory() ? markdownFiles(file) : /\.mdx?$/.test(entry.name) ? [file] : [];
    });
}

/** A page with other text, as it is after its outputs were written. */
export function withMarkdown<P extends Pick<Page, 'markdown' | 'fences' | 'code' | 'hash'>>(page: P, markdown: string): P {
  const fences = parseFences(markdown);
  return {...page, markdown, fences, code: codeFences(fences), hash: codeHash(markdown)};
}

function readPage(root: string, file: string, release: string | undefined): Page | Unversioned | undefined {
  const markdown = readFileSync(file, 'utf8');
  const fences = parseFences(markdown);
  const relative = path.relative(root, file).split(path.sep).join('/');
  const version = release ?? frontMatterValue(markdown, 'tvm');
  if (!version) {
    const first = fences.find((f) => f.role === 'run' || f.role === 'norun' || f.role === 'shell-run');
    return first && {path: relative, line: first.line};
  }
  const {release: known} = getVersion(version);
  return {
    path: relative,
    file,
    version: known,
    environment: frontMatterValue(markdown, 'environment') ?? known,
    markdown,
    fences,
    code: codeFences(fences),
    hash: codeHash(markdown),
  };
}

/**
 * All pages of the documentation trees and the blog, sorted by path.
 *
 * @param root folder of the site
 * @throws Error where a post names a release that the site does not document
 */
export function readPages(root: string): {pages: Page[]; unversioned: Unversioned[]} {
  const found = [
    ...VERSIONS.flatMap((v) =>
      markdownFiles(path.join(root, v.directory)).map((file) => readPage(root, file, v.release)),
    ),
    ...markdownFiles(path.join(root, 'blog')).map((file) => readPage(root, file, undefined)),
  ].filter((page) => page !== undefined);
  const pages = found.filter((page) => 'hash' in page);
  return {
    pages: pages.sort((a, b) => (a.path < b.path ? -1 : 1)),
    unversioned: found.filter((page): page is Unversioned => !('hash' in page)),
  };
}
