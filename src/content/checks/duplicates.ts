import type {Page} from '../pages';
import type {Fault} from './fault';
import type {DocRoute} from '../routes';
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

/** Anchors that a page gives to two headings: links to the second lead to the first. */
export function duplicateAnchorFaults({file, headings}: Page): Fault[] {
  return headings.flatMap(({line, anchor}) => {
    const first = anchor && headings.find((other) => other.anchor === anchor)!.line;
    return first && first !== line
      ? [
          {
            kind: '锚点重复',
            file,
            line,
            problem: `锚点 #${anchor} 已被第 ${first} 行的标题占用`,
            cure: '改其中一个，再改指向它的链接',
          },
        ]
      : [];
  });
}

/** New pages whose file names make addresses that are hard to type or differ between systems; earlier ones keep theirs. */
export function fileNameFaults(page: Page, routes: readonly DocRoute[]): Fault[] {
  const {file, version} = page;
  if (!version) {
    return [];
  }
  const name = page.pathInTree.replace(/\.mdx?$/, '');
  const known = routes.some(({path}) => path === canonicalPath(page));
  return /^[a-z0-9_.+/-]*$/.test(name) || known
    ? []
    : [
        {
          kind: '文件名有误',
          file,
          problem: `文件名就是地址，${name} 里有小写字母、数字、_ 和 - 以外的字`,
          cure: `改名为 ${version.directory}/${name.toLowerCase().replace(/[^a-z0-9_.+/-]+/g, '_')}.md，或起一个英文名`,
        },
      ];
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
