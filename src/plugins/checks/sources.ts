import fs from 'node:fs';
import path from 'node:path';
import {DEFAULT_PARSE_FRONT_MATTER} from '@docusaurus/utils';
import {
  DefaultNumberPrefixParser,
  stripPathNumberPrefixes,
} from '@docusaurus/plugin-content-docs/lib/numberPrefix.js';
import {type SiteVersion, VERSIONS} from '../../site/versions';

/** A Markdown file that becomes a page. */
export interface Source {
  kind: 'doc' | 'post' | 'page';
  /** File relative to the site, with forward slashes. */
  file: string;
  text: string;
  /** The tree, for a doc. */
  version?: SiteVersion;
}

/** A Markdown file whose front matter could be read. */
export interface ParsedSource extends Source {
  frontMatter: Record<string, unknown>;
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

/** Reads every Markdown file that becomes a page. */
export function readSources(siteDir: string): Source[] {
  const read = (kind: Source['kind'], directory: string, version?: SiteVersion): Source[] =>
    contentFiles(siteDir, directory, /\.mdx?$/).map((file) => ({
      kind,
      file,
      text: fs.readFileSync(path.join(siteDir, file), 'utf8'),
      version,
    }));
  return [
    ...VERSIONS.flatMap((version) => read('doc', version.directory, version)),
    ...read('post', BLOG_DIRECTORY),
    ...read('page', PAGES_DIRECTORY),
  ];
}

/** Finds which kind of page a file becomes; undefined if none. */
export function classify(file: string): Pick<Source, 'kind' | 'version'> | undefined {
  const version = VERSIONS.find(({directory}) => file.startsWith(`${directory}/`));
  if (version) {
    return {kind: 'doc', version};
  }
  if (file.startsWith(`${BLOG_DIRECTORY}/`)) {
    return {kind: 'post'};
  }
  return file.startsWith(`${PAGES_DIRECTORY}/`) ? {kind: 'page'} : undefined;
}

/** Parses front matter as Docusaurus does. */
export async function parse(source: Source): Promise<ParsedSource> {
  const {frontMatter} = await DEFAULT_PARSE_FRONT_MATTER({filePath: source.file, fileContent: source.text});
  return {...source, frontMatter};
}

/** File of a doc relative to its tree. */
export function pathInTree({file, version}: Source): string {
  return file.slice(version!.directory.length + 1);
}

/** Identifier of a doc, as sidebars and front matter name it, e.g. `tutorial/intro`. */
export function docId(source: ParsedSource): string {
  const {dir, name} = path.posix.parse(pathInTree(source));
  const {id} = source.frontMatter;
  return path.posix.join(
    stripPathNumberPrefixes(dir, DefaultNumberPrefixParser),
    typeof id === 'string' ? id : DefaultNumberPrefixParser(name).filename,
  );
}

/** Line on which a key of the front matter stands; 1, where it starts, if it is missing. */
export function lineOfKey(text: string, key: string): number {
  const end = text.indexOf('\n---', 3);
  const lines = text.slice(0, Math.max(0, end)).split(/\r?\n/);
  const found = lines.findIndex((line, i) => i > 0 && line.startsWith(`${key}:`));
  return found === -1 ? 1 : found + 1;
}
