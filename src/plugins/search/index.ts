import fs from 'node:fs/promises';
import path from 'node:path';
import {Worker} from 'node:worker_threads';
import type {LoadContext, Plugin, RouteConfig} from '@docusaurus/types';
import {BUNDLES_PATH, bundleName} from '../../site/searchBundles';
import {toDocument} from './bundles';
import {extractPage} from './extract';
import {toRecords, type WeightedRecord} from './records';

/** Blog posts and pages belong to every version. */
const COMMON = 'default';

function leaves(routes: RouteConfig[]): RouteConfig[] {
  return routes.flatMap((route) => (route.routes ? leaves(route.routes) : [route]));
}

/** Pages that search covers: documents, posts and Markdown pages, by what made their route. */
function isContent({metadata}: RouteConfig): boolean {
  return metadata?.sourceFilePath !== undefined;
}

async function readRecords(
  outDir: string,
  baseUrl: string,
  routes: RouteConfig[],
): Promise<WeightedRecord[]> {
  const records: WeightedRecord[] = [];
  for (const route of leaves(routes).filter(isContent)) {
    const relative = route.path.slice(baseUrl.length) || 'index';
    const html = await fs.readFile(path.join(outDir, `${decodeURIComponent(relative)}.html`), 'utf8');
    const part = route.path.startsWith(`${baseUrl}blog`) ? '博客' : '本站';
    records.push(
      ...toRecords(extractPage(html), route.path, route.path.startsWith(`${baseUrl}docs`) ? '文档' : part),
    );
  }
  return records;
}

function runIndexer(bundles: {directory: string; documents: {url: string; html: string}[]}[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path.join(__dirname, 'indexer.mjs'), {workerData: {bundles}});
    worker.once('error', (error) => reject(new Error(`搜索索引没有建成：${error.message}`, {cause: error})));
    worker.once('exit', (code) => code === 0 && resolve());
  });
}

/**
 * Indexes the rendered pages with Pagefind, so that search needs no server and no account. Each version has an index of
 * its own with what belongs to every version, so that a query costs the same however many versions there are.
 */
export default function searchPlugin({baseUrl}: LoadContext): Plugin {
  return {
    name: 'tvm-search',
    async postBuild({outDir, routes}) {
      const records = await readRecords(outDir, baseUrl, routes);
      const tags = [...new Set(records.map((r) => r.docusaurus_tag))].filter((tag) => tag !== COMMON);
      await runIndexer(
        tags.map((tag) => ({
          directory: path.join(outDir, BUNDLES_PATH, bundleName(tag)),
          documents: records
            .filter((r) => r.docusaurus_tag === tag || r.docusaurus_tag === COMMON)
            .map(toDocument),
        })),
      );
    },
  };
}
