import type {Page} from '../pages';
import type {Fault} from './fault';
import {canonicalPath} from './frontMatter';

/** A page and the file that it is made from. */
export interface Route {
  permalink: string;
  /** File relative to the site. */
  file: string;
}

/** Pages of different files at one address; addresses that differ only in case share a file on some systems. */
export function duplicateFaults(routes: readonly Route[]): Fault[] {
  const first = new Map<string, Route>();
  return routes.flatMap((route) => {
    const key = route.permalink.replace(/(?<=.)\/$/, '').toLowerCase();
    const other = first.get(key);
    if (!other) {
      first.set(key, route);
      return [];
    }
    return [
      {
        kind: '地址重复',
        file: route.file,
        problem: `地址 ${route.permalink} 已被 ${other.file} 占用`,
        cure: '改其中一个的文件名或页首的 slug，或删去其中一个',
      },
    ];
  });
}

/** Docs of one tree with the same identifier, on which Docusaurus stops before it gives them addresses. */
export function duplicateIdFaults(pages: readonly Page[]): Fault[] {
  const first = new Map<string, Page>();
  return pages
    .filter(({kind}) => kind === 'doc')
    .flatMap((page) => {
      const id = page.docId;
      const key = `${page.version!.release} ${id}`;
      const other = first.get(key);
      if (!other) {
        first.set(key, page);
        return [];
      }
      return [
        {
          kind: '地址重复',
          file: page.file,
          problem: `文档编号「${id}」已被 ${other.file} 占用`,
          cure: '改其中一个的文件名或页首的 id，或删去其中一个',
        },
      ];
    });
}

/** Docs of one tree whose own address is another's, told before anything is said of what the address lacks. */
export function duplicatePathFaults(pages: readonly Page[]): Fault[] {
  return duplicateFaults(
    pages
      .filter(({kind, isDraft}) => kind === 'doc' && !isDraft)
      .sort((a, b) => Number('slug' in a.frontMatter) - Number('slug' in b.frontMatter))
      .map((page) => ({
        permalink: page.version!.path + canonicalPath(page).slice('/docs'.length),
        file: page.file,
      })),
  );
}
