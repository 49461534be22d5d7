import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {Worker} from 'node:worker_threads';
import {BUNDLES_PATH, bundleName, RECORDS_PER_FILE} from '../../site/searchBundles';
import {COMMON_TAG} from '../../site/searchTags';
import {filesUnder} from '../../build/files';
import {type BundleContent, makeBundle} from './bundle';
import {extractPage} from './extract';
import {IndexCache} from './indexCache';
import {toRecords, type WeightedRecord} from './records';

/** A built site. */
export interface SearchedSite {
  siteDir: string;
  outDir: string;
  /** Base URL of the site, with slashes at both ends. */
  baseUrl: string;
}

/**
 * Reads the records of pages of a built site, page by page.
 *
 * @param paths paths of the pages with base URL
 */
function readPages({outDir, baseUrl}: SearchedSite, paths: readonly string[]): WeightedRecord[][] {
  const pages: WeightedRecord[][] = [];
  for (const pagePath of paths) {
    const relative = pagePath.slice(baseUrl.length) || 'index';
    const html = fs.readFileSync(path.join(outDir, `${decodeURIComponent(relative)}.html`), 'utf8');
    const part = pagePath.startsWith(`${baseUrl}blog`) ? '博客' : '本站';
    pages.push(toRecords(extractPage(html), pagePath, pagePath.startsWith(`${baseUrl}docs`) ? '文档' : part));
  }
  return pages.filter((records) => records.length > 0);
}

/** Makes an index in a thread of its own, and writes it into a folder. */
function runIndexer(directory: string, bundle: BundleContent): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(__dirname, 'indexer.mjs'), {
      workerData: {directory, recordsPerFile: RECORDS_PER_FILE, ...bundle},
    });
    worker.once('error', (error) => reject(new Error(`搜索索引没有建成：${error.message}`, {cause: error})));
    worker.once('exit', (code) => code === 0 && resolve());
  });
}

/** Puts the files of one folder into another too: by links, which cost thousands of small files next to nothing. */
function linkFolder(from: string, to: string): void {
  for (const file of filesUnder(from)) {
    const target = path.join(to, path.relative(from, file));
    fs.mkdirSync(path.dirname(target), {recursive: true});
    fs.rmSync(target, {force: true});
    try {
      fs.linkSync(file, target);
    } catch {
      // The folders may be on different disks, or the disk knows no links.
      fs.copyFileSync(file, target);
    }
  }
}

/**
 * Writes the search of a built site into its folder. Each version has an index of its own with what belongs to every
 * version, so that a query costs the same however many versions there are; indexes are made side by side, and only those
 * of versions that have changed since the last build.
 *
 * @param paths paths, with base URL, of the pages that search covers
 * @returns the records of all versions
 */
export async function indexSite(site: SearchedSite, paths: readonly string[]): Promise<WeightedRecord[]> {
  const {siteDir, outDir} = site;
  const pages = readPages(site, paths);
  const tags = [...new Set(pages.map(([first]) => first!.docusaurus_tag))].filter(
    (tag) => tag !== COMMON_TAG,
  );
  const cache = new IndexCache(siteDir);
  const indexVersion = async (tag: string) => {
    const own = pages.filter(([first]) => [tag, COMMON_TAG].includes(first!.docusaurus_tag));
    const folder = await cache.get(tag, own, (directory) =>
      runIndexer(directory, makeBundle(siteDir, tag, own)),
    );
    linkFolder(folder, path.join(outDir, BUNDLES_PATH, bundleName(tag)));
  };
  const waiting = tags.values();
  const takeTurns = async () => {
    for (const tag of waiting) {
      await indexVersion(tag);
    }
  };
  await Promise.all(Array.from({length: os.availableParallelism()}, takeTurns));
  return pages.flat();
}
