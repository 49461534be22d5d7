import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {startBrowser} from '../startBrowser';
import {serveSite} from '../server';
import {BUNDLES_PATH} from '../../src/site/searchBundles';
import {INDEX_CACHE} from '../../src/plugins/search/indexCache';
import {buildSite, FULL_SIZE, makeFullSizeSite} from './fixture';
import {measureRun} from './process';
import {measureQueries, type QueryCosts} from './queries';

/** What search costs a site of so many versions. */
export interface SearchCost extends QueryCosts {
  versions: number;
  pages: number;
  /** Time to index the built pages. */
  indexSeconds: number;
  /** Size of the indexes of all versions. */
  indexBytes: number;
  indexFiles: number;
}

/** Files below a folder with their sizes. */
function filesOf(folder: string): {file: string; size: number}[] {
  return fs
    .readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .map((name) => ({file: path.join(folder, name), stat: fs.statSync(path.join(folder, name))}))
    .filter(({stat}) => stat.isFile())
    .map(({file, stat}) => ({file, size: stat.size}));
}

/** Paths of the pages that the indexes of a built site cover. */
function indexedPages(folder: string): string[] {
  const records = filesOf(folder).filter(({file}) => /[\\/]records[\\/]\w+[\\/]\d+\.json$/.test(file));
  const urls = records
    .flatMap(({file}) => JSON.parse(fs.readFileSync(file, 'utf8')) as {url: string}[])
    .map(({url}) => url);
  return [...new Set(urls.map((url) => url.split('#')[0]!))];
}

/** Indexes pages with the code of their own site, which knows its versions; it leaves its seconds beside itself. */
const INDEXER = `import fs from 'node:fs';
import path from 'node:path';
import {indexSite} from './src/plugins/search/indexSite';

const site = {siteDir: __dirname, outDir: path.join(__dirname, 'build'), baseUrl: '/'};
const started = performance.now();
void indexSite(site, JSON.parse(fs.readFileSync('paths.json', 'utf8'))).then(() =>
  fs.writeFileSync('seconds.json', String((performance.now() - started) / 1000)),
);
`;

async function timeIndexing(siteDir: string, paths: readonly string[]): Promise<number> {
  fs.rmSync(path.join(siteDir, INDEX_CACHE), {recursive: true, force: true});
  fs.writeFileSync(path.join(siteDir, 'paths.json'), JSON.stringify(paths));
  fs.writeFileSync(path.join(siteDir, 'indexer.ts'), INDEXER);
  await measureRun(['node_modules/tsx/dist/cli.mjs', 'indexer.ts'], siteDir);
  return Number(fs.readFileSync(path.join(siteDir, 'seconds.json'), 'utf8'));
}

/** Measures the search of a built site that was laid out for it; its pages are indexed again for that. */
async function measureSite(siteDir: string, versions: number): Promise<SearchCost> {
  const outDir = path.join(siteDir, 'build');
  const folder = path.join(outDir, BUNDLES_PATH);
  const paths = indexedPages(folder);
  fs.rmSync(folder, {recursive: true});
  const indexSeconds = await timeIndexing(siteDir, paths);
  const files = filesOf(folder);
  const server = await serveSite(outDir);
  const browser = await startBrowser();
  try {
    return {
      versions,
      pages: paths.length,
      indexSeconds,
      indexBytes: files.reduce((sum, {size}) => sum + size, 0),
      indexFiles: files.length,
      ...(await measureQueries(browser, server.origin)),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Measures search on sites of full size, with as many versions as asked. */
export async function benchSearch(siteDir: string, counts: readonly number[]): Promise<SearchCost[]> {
  const results: SearchCost[] = [];
  for (const versions of counts) {
    const target = fs.mkdtempSync(path.join(os.tmpdir(), 'search-bench-'));
    try {
      await makeFullSizeSite({...FULL_SIZE, versions, siteDir, target});
      await buildSite(target);
      results.push(await measureSite(target, versions));
    } finally {
      fs.rmSync(target, {recursive: true, force: true});
    }
  }
  return results;
}
