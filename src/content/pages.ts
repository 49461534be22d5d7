import fs from 'node:fs';
import path from 'node:path';
import {createSlugger} from '@docusaurus/utils';
import {parseFileContentFrontMatter} from '@docusaurus/utils/lib/markdownUtils.js';
import {
  DefaultNumberPrefixParser,
  stripPathNumberPrefixes,
} from '@docusaurus/plugin-content-docs/lib/numberPrefix.js';
import {type Fence, parseFences} from '../site/fences';
import {type SiteVersion, VERSIONS} from '../site/versions';
import {type Reference, readReferences} from './markdown';
import {type PageHeading, proseLines, readHeadings} from './prose';
import {parseEntries, type ReferenceEntry} from './reference';
import {readSourceLinks, type SourceLink} from './sourceLinks';

export type PageKind = 'doc' | 'post' | 'page';

/** Which kind of page a file becomes, and of which tree. */
interface PagePlace {
  kind: PageKind;
  /** The tree, for a doc. */
  version?: SiteVersion;
}

export const BLOG_DIRECTORY = 'blog';
export const PAGES_DIRECTORY = 'src/pages';

/** Files below a folder that Docusaurus takes for content: names with an underscore and tests are left aside. */
export function contentFiles(siteDir: string, directory: string, extension: RegExp): string[] {
  const root = path.join(siteDir, directory);
  if (!fs.existsSync(root)) {
    return [];
  }
  return fs
    .readdirSync(root, {recursive: true, encoding: 'utf8'})
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => extension.test(name) && !/(^|\/)(_|__tests__\/)|\.test\.\w+$/.test(name))
    .map((name) => `${directory}/${name}`)
    .sort();
}

/** A file as the site names it: relative to the site, with forward slashes. */
export function siteFile(siteDir: string, file: string): string {
  return path.relative(siteDir, file).split(path.sep).join('/');
}

/** Finds which kind of page a file becomes; undefined if none. */
export function classify(file: string): PagePlace | undefined {
  const version = VERSIONS.find(({directory}) => file.startsWith(`${directory}/`));
  if (version) {
    return {kind: 'doc', version};
  }
  if (file.startsWith(`${BLOG_DIRECTORY}/`)) {
    return {kind: 'post'};
  }
  return file.startsWith(`${PAGES_DIRECTORY}/`) ? {kind: 'page'} : undefined;
}

/** A Markdown file that becomes a page. Each of its parts is read when it is first asked for, and once. */
export class Page implements PagePlace {
  readonly kind: PageKind;
  readonly version?: SiteVersion;
  private readonly parts = new Map<string, unknown>();

  /**
   * @param file relative to the site, with forward slashes
   * @param frontMatter where somebody has parsed it already
   */
  constructor(
    readonly file: string,
    readonly text: string,
    frontMatter?: Record<string, unknown>,
  ) {
    ({kind: this.kind, version: this.version} = classify(file) ?? {kind: 'page'});
    if (frontMatter) {
      this.parts.set('frontMatter', frontMatter);
    }
  }

  private part<T>(name: string, read: () => T): T {
    if (!this.parts.has(name)) {
      this.parts.set(name, read());
    }
    return this.parts.get(name) as T;
  }

  /** The front matter as Docusaurus reads it. @throws YAMLException where it is no YAML */
  get frontMatter(): Record<string, unknown> {
    return this.part('frontMatter', () => parseFileContentFrontMatter(this.text).frontMatter);
  }

  get isDraft(): boolean {
    return this.frontMatter.draft === true;
  }

  get fences(): readonly Fence[] {
    return this.part('fences', () => parseFences(this.text));
  }

  /** Its lines, empty where there is no prose. */
  get lines(): readonly string[] {
    return this.part('lines', () => proseLines(this.text, this.fences));
  }

  get headings(): readonly PageHeading[] {
    return this.part('headings', () => readHeadings(this.lines));
  }

  /** The anchors of its headings but the title, in order: those given, and those that Docusaurus makes of the text. */
  get headingAnchors(): readonly string[] {
    return this.part('headingAnchors', () => {
      const slugger = createSlugger();
      const plain = (text: string) =>
        text
          .replace(/`/g, '')
          .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
          .replace(/\\(.)/g, '$1');
      const own = this.headings.filter(({depth}) => depth > 1);
      return own.map(({text, anchor}) => anchor ?? slugger.slug(plain(text)));
    });
  }

  /** The anchors of its headings and of the members of its entries. */
  get anchors(): ReadonlySet<string> {
    return this.part('anchors', () => {
      const members = this.entries.flatMap(({name, members: all}) =>
        Object.keys(all).map((member) => `${name}.${member}`),
      );
      return new Set([...this.headingAnchors, ...members]);
    });
  }

  /** Its entries, where it is a page of the API reference. */
  get entries(): readonly ReferenceEntry[] {
    return this.part('entries', () => parseEntries(this.text, this.fences));
  }

  /** Its links to TVM's source. */
  get sourceLinks(): readonly SourceLink[] {
    return this.part('sourceLinks', () => readSourceLinks(this.text, this.fences));
  }

  /** Every address that it refers to, by a full parse. */
  get references(): readonly Reference[] {
    return this.part('references', () => readReferences(this.text));
  }

  /** The release whose TVM it is about; a post names it in its front matter. */
  get release(): string | undefined {
    return this.version?.release ?? VERSIONS.find(({release}) => release === this.frontMatter.tvm)?.release;
  }

  /** Its file relative to its tree. */
  get pathInTree(): string {
    return this.file.slice(this.version!.directory.length + 1);
  }

  /** Identifier of a doc, as sidebars and front matter name it, e.g. `tutorial/intro`. */
  get docId(): string {
    const {dir, name} = path.posix.parse(this.pathInTree);
    const {id} = this.frontMatter;
    return path.posix.join(
      stripPathNumberPrefixes(dir, DefaultNumberPrefixParser),
      typeof id === 'string' ? id : DefaultNumberPrefixParser(name).filename,
    );
  }

  /** Line on which a key of the front matter stands; 1, where it starts, if it is missing. */
  lineOfKey(key: string): number {
    const end = this.text.indexOf('\n---', 3);
    const lines = this.text.slice(0, Math.max(0, end)).split(/\r?\n/);
    const found = lines.findIndex((line, i) => i > 0 && line.startsWith(`${key}:`));
    return found === -1 ? 1 : found + 1;
  }
}

const known = new Map<string, {stamp: string; page: Page}>();

/** A page of the site; it is read again only when its file has changed, as it does in a preview. */
export function readPage(siteDir: string, file: string): Page {
  const full = path.join(siteDir, file);
  const {mtimeMs, size} = fs.statSync(full);
  const stamp = `${mtimeMs} ${size}`;
  const before = known.get(full);
  if (before?.stamp === stamp) {
    return before.page;
  }
  const page = new Page(file, fs.readFileSync(full, 'utf8'));
  known.set(full, {stamp, page});
  return page;
}

/** Every Markdown file that becomes a page. */
export function readPages(siteDir: string): Page[] {
  return [...VERSIONS.map(({directory}) => directory), BLOG_DIRECTORY, PAGES_DIRECTORY].flatMap((directory) =>
    contentFiles(siteDir, directory, /\.mdx?$/).map((file) => readPage(siteDir, file)),
  );
}
