import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {INDEX_PATH, indexName} from '../../site/searchIndex';
import type {OfflineFile, OfflineSummary} from '../../site/offline';
import {type SiteVersion, VERSIONS} from '../../site/versions';

/** Pages outside of the versions that a reader may come to. */
const SHARED_PAGES = ['index.html', 'search.html', '404.html'];

/** Folders that every page may take something from. */
const SHARED_FOLDERS = ['assets', 'katex', 'css'];

function filesIn(outDir: string, folder: string): string[] {
  const root = path.join(outDir, folder);
  return fs.existsSync(root)
    ? fs
        .readdirSync(root, {recursive: true, withFileTypes: true})
        .filter((entry) => entry.isFile())
        .map((entry) =>
          path.relative(outDir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
        )
        .sort()
    : [];
}

/** The pages of a version; those of other versions may stand below its folder. */
function pagesOf(outDir: string, version: SiteVersion): string[] {
  const own = version.path.slice(1);
  const others = VERSIONS.map((other) => other.path.slice(1)).filter((other) => other.startsWith(`${own}/`));
  return [`${own}.html`, ...filesIn(outDir, own)].filter(
    (file) =>
      file.endsWith('.html') &&
      fs.existsSync(path.join(outDir, file)) &&
      !others.some((other) => file === `${other}.html` || file.startsWith(`${other}/`)),
  );
}

/** Pictures that pages show, by their paths below the base URL. */
function picturesOf(outDir: string, baseUrl: string, pages: readonly string[]): string[] {
  const found = new Set<string>();
  for (const page of pages) {
    const html = fs.readFileSync(path.join(outDir, page), 'utf8');
    for (const [, src] of html.matchAll(
      /\b(?:src|href)="?([^\s">]+\.(?:svg|png|jpe?g|webp|ico))(?=[\s">])/g,
    )) {
      if (src!.startsWith(`${baseUrl}img/`)) {
        found.add(decodeURI(src!.slice(baseUrl.length)));
      }
    }
  }
  return [...found].filter((file) => fs.existsSync(path.join(outDir, file))).sort();
}

/** The files that a version is read with, by their paths in the build: its pages, what they show, its search, the code. */
export function versionFiles(
  outDir: string,
  baseUrl: string,
  version: SiteVersion,
): {pages: string[]; rest: string[]} {
  const pages = pagesOf(outDir, version);
  const shared = SHARED_PAGES.filter((file) => fs.existsSync(path.join(outDir, file)));
  const search = `${INDEX_PATH}/${indexName(`docs-default-${version.docsVersion}`)}`;
  return {
    pages,
    rest: [
      ...shared,
      ...SHARED_FOLDERS.flatMap((folder) => filesIn(outDir, folder)),
      ...picturesOf(outDir, baseUrl, [...pages, ...shared]),
      ...filesIn(outDir, search),
    ],
  };
}

/** Address of a file of the build, as pages and links have it. */
export function addressOfFile(baseUrl: string, file: string): string {
  const page = file === '404.html' ? file : file.replace(/(?:(^|\/)index)?\.html$/, '');
  return encodeURI(baseUrl + page);
}

const shorten = (hash: string) => hash.slice(0, 12);

/** What a reader downloads to read a version without a network: the list of the files, and what is told of it before. */
export function offlineVersion(
  outDir: string,
  baseUrl: string,
  version: SiteVersion,
): {summary: OfflineSummary; files: OfflineFile[]} {
  const {pages, rest} = versionFiles(outDir, baseUrl, version);
  let [bytes, count] = [0, 0];
  const files = [...pages, ...rest].map((file): OfflineFile => {
    const content = fs.readFileSync(path.join(outDir, file));
    bytes += content.length;
    // Not those that only lead from an earlier address to a page.
    count += Number(pages.includes(file) && !content.includes('http-equiv="refresh"'));
    return [addressOfFile(baseUrl, file), shorten(createHash('sha256').update(content).digest('hex'))];
  });
  const build = shorten(createHash('sha256').update(JSON.stringify(files)).digest('hex'));
  const list = `${baseUrl}${version.path.slice(1)}/offline-files.json`;
  return {summary: {release: version.release, build, pages: count, bytes, list}, files};
}
