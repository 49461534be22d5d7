import path from 'node:path';
import {stopOnFaults} from '../../src/content/checks/fault';
import {syntaxFault} from '../../src/content/checks/frontMatter';
import {codeHash} from '../../src/content/codeHash';
import {type Page, readPages} from '../../src/content/pages';
import {codeFences, parseFences, type Fence} from '../../src/site/fences';
import {getVersion} from '../../src/site/versions';

/** A page of the site as the runner and the check see it. */
export interface ExamplePage {
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

/** A page with other text, as it is after its outputs were written. */
export function withMarkdown<P extends Pick<ExamplePage, 'markdown' | 'fences' | 'code' | 'hash'>>(page: P, markdown: string): P {
  const fences = parseFences(markdown);
  return {...page, markdown, fences, code: codeFences(fences), hash: codeHash(markdown)};
}

/** A page as the runner sees it; undefined for a post without code that needs a release. */
export function examplePage(root: string, page: Page): ExamplePage | Unversioned | undefined {
  const {file: relative, text, fences, frontMatter} = page;
  const version = page.version?.release ?? frontMatter.tvm;
  if (version === undefined) {
    const first = fences.find((f) => f.role === 'run' || f.role === 'norun' || f.role === 'shell-run');
    return first && {path: relative, line: first.line};
  }
  const {release} = getVersion(String(version));
  return {
    path: relative,
    file: path.join(root, relative),
    version: release,
    environment: String(frontMatter.environment ?? release),
    markdown: text,
    fences: [...fences],
    code: codeFences(fences),
    hash: codeHash(text),
  };
}

/** The pages of the documentation trees and the blog, which may have examples. */
export function readSources(root: string): Page[] {
  return readPages(root).filter(({kind}) => kind !== 'page');
}

/**
 * Pages with examples, sorted by path.
 *
 * @param root folder of the site
 * @throws Error where a post names a release that the site does not document, SiteFaults where a page can't be read
 */
export function readExamplePages(
  root: string,
  sources: readonly Page[] = readSources(root),
): {pages: ExamplePage[]; unversioned: Unversioned[]} {
  stopOnFaults(sources.flatMap((page) => syntaxFault(page) ?? []));
  const found = sources.flatMap((page) => examplePage(root, page) ?? []);
  const pages = found.filter((page) => 'hash' in page);
  return {
    pages: pages.sort((a, b) => (a.path < b.path ? -1 : 1)),
    unversioned: found.filter((page): page is Unversioned => !('hash' in page)),
  };
}
