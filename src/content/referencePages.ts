import {contentFiles, type Page, readPage} from './pages';
import {REFERENCE} from './reference';
import type {SiteVersion} from '../site/versions';

/** A page of the API reference. */
export interface ReferencePage {
  /** Address below the base URL. */
  url: string;
  docId: string;
  /** Path below the folder of the reference, without `index`, e.g. `relay/transform`. */
  place: string;
  title: string;
  description: string;
  /** Addresses of its entries by dotted name. */
  entries: ReadonlyMap<string, string>;
  /** Addresses of the members of its classes by dotted name, e.g. `tvm.tir.Schedule.split`. */
  members: ReadonlyMap<string, string>;
}

type Tree = Pick<SiteVersion, 'directory' | 'path'>;

interface Read {
  sources: readonly Page[];
  pages: readonly ReferencePage[];
  entries: ReadonlyMap<string, string>;
}

const known = new Map<string, Read>();

/** The Markdown files of the reference of a version. */
export function referenceSources(siteDir: string, {directory}: Pick<Tree, 'directory'>): Page[] {
  return contentFiles(siteDir, `${directory}/${REFERENCE}`, /\.mdx?$/).map((file) => readPage(siteDir, file));
}

/** Front matter as text; that of a page which is being written in a preview may be unreadable. */
function field(page: Page, key: string): string {
  try {
    return String(page.frontMatter[key] ?? '');
  } catch {
    return '';
  }
}

function describe(page: Page, {directory, path}: Tree): ReferencePage {
  const place = page.file
    .slice(`${directory}/${REFERENCE}/`.length)
    .replace(/\.mdx?$/, '')
    .replace(/(?:^|\/)index$/, '');
  const url = `${path}/${REFERENCE}${place && `/${place}`}`;
  const entries = page.entries.map(({name}) => name);
  const members = page.entries.flatMap((entry) =>
    Object.keys(entry.members).map((member) => `${entry.name}.${member}`),
  );
  const addresses = (names: string[]) => new Map(names.map((name) => [name, `${url}#${name}`]));
  return {
    url,
    docId: page.docId,
    place,
    title: field(page, 'title'),
    description: field(page, 'description'),
    entries: addresses(entries),
    members: addresses(members.filter((name) => !entries.includes(name))),
  };
}

/** A page comes right before those of its folder, which keeps `te` and `te/math` together. */
function inTreeOrder(a: ReferencePage, b: ReferencePage): number {
  const [own, other] = [a, b].map(({place}) => place.replaceAll('/', '\0'));
  return own! < other! ? -1 : 1;
}

/** Reads the reference of a version again when one of its pages has changed, so that a preview has what was just written. */
function readReference(siteDir: string, version: Tree): Read {
  const key = `${siteDir} ${version.directory}`;
  const sources = referenceSources(siteDir, version);
  const before = known.get(key);
  if (before?.sources.length === sources.length && sources.every((page, i) => page === before.sources[i])) {
    return before;
  }
  const pages = sources.map((page) => describe(page, version)).sort(inTreeOrder);
  const read = {
    sources,
    pages,
    entries: new Map(pages.flatMap(({entries}) => [...entries])),
  };
  known.set(key, read);
  return read;
}

/** The addresses of all entries of the API reference of a version, by dotted name, below the base URL. */
export function readReferenceEntries(siteDir: string, version: Tree): ReadonlyMap<string, string> {
  return readReference(siteDir, version).entries;
}

/** The pages of the API reference of a version, as a tree that is read from the top; not the index of the whole. */
export function readReferencePages(siteDir: string, version: Tree): readonly ReferencePage[] {
  return readReference(siteDir, version).pages.filter(({place}) => place !== '');
}
