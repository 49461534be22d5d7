import fs from 'node:fs';
import path from 'node:path';
import {classify, readPage} from '../../../src/content/pages';
import {canonicalPath} from '../../../src/content/checks/frontMatter';
import {VERSIONS} from '../../../src/site/versions';
import {changedFiles} from '../../../tools/changed';
import {readBuiltPage} from '../../../src/plugins/checks/builtPage';
import {listPaths} from '../../../src/plugins/checks/builtSite';
import {OLDER} from '../../support/releases';

const ROOT = path.resolve(__dirname, '../../..');

/** Folder of the built site that the tests read: `build`, or the one that `TEST_BUILD_DIR` names. */
export const BUILD = path.resolve(process.env.TEST_BUILD_DIR ?? path.join(ROOT, 'build'));

/** Kind of a page: pages of one kind are laid out by the same components and hold the same sort of content. */
export function pageType(pathname: string): string {
  const version = VERSIONS.toSorted((a, b) => b.path.length - a.path.length).find(
    (v) => pathname === v.path || pathname.startsWith(`${v.path}/`),
  );
  if (version) {
    const [section = '', ...rest] = pathname.slice(version.path.length + 1).split('/');
    return ['docs', version.release, section, rest.length > 0 ? 'page' : 'start'].join(' ');
  }
  const blog = /^\/blog(?:\/(archive|authors|tags|page)(\/.*)?)?$/.exec(pathname);
  if (blog) {
    return ['blog', blog[1] ?? 'list', blog[2] ? 'one' : ''].join(' ');
  }
  return pathname.startsWith('/blog/') ? 'blog post' : pathname;
}

/** Paths of the pages of the build, without those that only lead elsewhere. */
export function allPages(): string[] {
  return listPaths(BUILD, '/')
    .filter(({file}) => readBuiltPage(fs.readFileSync(path.join(BUILD, file), 'utf8')).redirect === undefined)
    .map(({pathname}) => pathname);
}

/** The page of the newest version in whose HTML words stand most often: no test of them hangs on what one page says. */
export function pageWithMost(words: string): string {
  const pages = listPaths(BUILD, '/')
    .filter(({pathname}) => pathname.startsWith('/docs/') && !/^\/docs\/\d/.test(pathname))
    .map(({pathname, file}) => ({
      pathname,
      times: fs.readFileSync(path.join(BUILD, file), 'utf8').split(words).length,
    }));
  return pages.reduce((most, page) => (page.times > most.times ? page : most)).pathname;
}

/** Paths of the pages that files of the repository become; those of blog posts are known only to the build. */
function pathsOfFiles(files: readonly string[], pages: readonly string[]): string[] {
  return files.flatMap((file) => {
    const place = classify(file);
    if (!place || !/\.mdx?$/.test(file) || !fs.existsSync(path.join(ROOT, file))) {
      return [];
    }
    if (place.kind === 'post') {
      return pages.filter((pathname) => pageType(pathname) === 'blog post');
    }
    if (!place.version) {
      return [`/${file.replace(/^src\/pages\//, '').replace(/(\/?index)?\.mdx?$/, '')}`];
    }
    return [canonicalPath(readPage(ROOT, file)).replace(/^\/docs/, place.version.path)];
  });
}

/**
 * The pages that the browser opens: one of each kind and those that changed; all of them where `TEST_ALL_PAGES` is set or
 * nobody can tell what changed.
 */
export async function pagesToOpen(): Promise<string[]> {
  const pages = allPages();
  const kinds = Object.values(pageKinds());
  const changed = process.env.TEST_ALL_PAGES ? undefined : changedFiles(ROOT);
  if (!changed) {
    return [...new Set([...kinds, ...pages])];
  }
  // Where a type has a page among the kinds, that one stands for it.
  const first = new Map(
    [...kinds, ...pages].map((pathname) => [pageType(pathname), pathname] as const).reverse(),
  );
  return [...new Set([...kinds, ...first.values(), ...(await pathsOfFiles(changed, pages))])];
}

/** Paths of one page of each kind, by what they are. */
export function pageKinds(): Record<string, string> {
  const pages = allPages();
  return {
    'the home page': '/',
    'the main page of the docs': '/docs',
    'a category of the docs': '/docs/tutorial',
    'a page with much code and a table': '/docs/tutorial/quick_start',
    'a page with folded code': '/docs/arch/virtual_machine',
    'a page of an older version': `${OLDER.path}/tutorial/quick_start`,
    'the blog': '/blog',
    'a post': pages.find((pathname) => /^\/blog\/\d{4}\//.test(pathname))!,
    'the tags': '/blog/tags',
    'a tag': pages.find((pathname) => pathname.startsWith('/blog/tags/'))!,
    'the archive': '/blog/archive',
    'the authors': '/blog/authors',
    'the search page': '/search',
    'the search page with results': '/search?q=relay',
    'the changelog': '/updates',
    'a page of the API reference': '/docs/reference/api/python/relay/frontend',
    'the page about the site': '/about',
    'a page with wide formulas': '/docs/reference/langref/relay_type',
    'a page that is not there': '/docs/nowhere',
  };
}
