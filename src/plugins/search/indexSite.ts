import fs from 'node:fs/promises';
import path from 'node:path';
import {Worker} from 'node:worker_threads';
import {BUNDLES_PATH, bundleName} from '../../site/searchBundles';
import {type Bundle, makeBundle} from './bundle';
import {extractPage} from './extract';
import {toRecords, type WeightedRecord} from './records';

/** Blog posts and pages belong to every version. */
const COMMON = 'default';

/** A built site. */
export interface BuiltSite {
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
export async function readPages(
  {outDir, baseUrl}: BuiltSite,
  paths: readonly string[],
): Promise<WeightedRecord[][]> {
  const pages: WeightedRecord[][] = [];
  for (const pagePath of paths) {
    const relative = pagePath.slice(baseUrl.length) || 'index';
    const html = await fs.readFile(path.join(outDir, `${decodeURIComponent(relative)}.html`), 'utf8');
    const part = pagePath.startsWith(`${baseUrl}blog`) ? '博客' : '本站';
    pages.push(toRecords(extractPage(html), pagePath, pagePath.startsWith(`${baseUrl}docs`) ? '文档' : part));
  }
  return pages.filter((records) => records.length > 0);
}

function runIndexer(bundles: (Bundle & {directory: string})[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(__dirname, 'indexer.mjs'), {workerData: {bundles}});
    worker.once('error', (error) => reject(new Error(`搜索索引没有建成：${error.message}`, {cause: error})));
    worker.once('exit', (code) => code === 0 && resolve());
  });
}

/**
 * Writes the search of a built site into its folder. Each version has an index of its own with what belongs to every
 * version, so that a query costs the same however many versions there are.
 *
 * @param paths paths, with base URL, of the pages that search covers
 * @returns the records of all versions
 */
export async function indexSite(site: BuiltSite, paths: readonly string[]): Promise<WeightedRecord[]> {
  const pages = await readPages(site, paths);
  const tags = [...new Set(pages.map(([first]) => first!.docusaurus_tag))].filter((tag) => tag !== COMMON);
  await runIndexer(
    tags.map((tag) => ({
      directory: path.join(site.outDir, BUNDLES_PATH, bundleName(tag)),
      ...makeBundle(
        site.siteDir,
        tag,
        pages.filter(([first]) => [tag, COMMON].includes(first!.docusaurus_tag)),
      ),
    })),
  );
  return pages.flat();
}
