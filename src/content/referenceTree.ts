import {type ReferencePage, readReferencePages} from './referencePages';
import {readPage, siteFile} from './pages';
import {sourceFile} from './routes';
import type {SiteVersion} from '../site/versions';

/** A page in the navigation of the API reference. */
export interface ReferenceNode {
  /** Address below the base URL. */
  url: string;
  docId: string;
  /** Name in the navigation, as short as its place allows. */
  label: string;
  /** How many folders it is in. */
  depth: number;
  /** The page of the reference; undefined for the index of the whole and for that of other languages. */
  page?: ReferencePage;
}

const INDEX = 'reference/api/python/index';
const OTHER_LANGUAGES = 'reference/api/links';

/** The module that a title begins with, and what it says of it. */
function split(title: string): [module: string, rest: string] {
  const [module = '', rest = ''] = title.split('：');
  return [module.replace(/^tvm\./, ''), rest];
}

/** The label of each page: its module, or what its title says of it where a page above has the module already. */
function labels(pages: readonly ReferencePage[]): string[] {
  const byPlace = new Map(pages.map((page) => [page.place, split(page.title)[0]]));
  const short = pages.map(({place, title}) => {
    const [module, rest] = split(title);
    const above = byPlace.get(place.slice(0, Math.max(0, place.lastIndexOf('/'))));
    return rest && (module === above || module === 'tvm') ? rest : module;
  });
  return short.map((label, i) =>
    short.some((other, j) => other === label && j !== i) ? pages[i]!.title.replace(/^tvm\./, '') : label,
  );
}

function outside(siteDir: string, {directory, path}: SiteVersion, docId: string): ReferenceNode[] {
  const place = docId.replace(/\/index$/, '');
  const file = sourceFile(siteDir, directory, `/docs/${place}`);
  if (!file) {
    return [];
  }
  const {title} = readPage(siteDir, siteFile(siteDir, file)).frontMatter;
  return [{url: `${path}/${place}`, docId, label: String(title ?? ''), depth: 0}];
}

/** All pages of the API reference of a version in the order of its navigation, the index first. */
export function readReferenceTree(siteDir: string, version: SiteVersion): ReferenceNode[] {
  const pages = readReferencePages(siteDir, version);
  const names = labels(pages);
  return [
    ...outside(siteDir, version, INDEX),
    ...pages.map((page, i) => ({
      url: page.url,
      docId: page.docId,
      label: names[i]!,
      depth: page.place.split('/').length - 1,
      page,
    })),
    ...outside(siteDir, version, OTHER_LANGUAGES),
  ];
}

/** The way from the index of the reference to a page of it: the pages whose folder it is in, and itself. */
export function trailOf(tree: readonly ReferenceNode[], node: ReferenceNode): ReferenceNode[] {
  return tree.filter(
    ({url, docId}) =>
      docId === INDEX || url === node.url || (docId !== INDEX && node.url.startsWith(`${url}/`)),
  );
}
