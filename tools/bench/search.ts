import fs from 'node:fs';
import path from 'node:path';
import {startBrowser} from '../startBrowser';
import {serveSite} from '../server';
import {INDEX_PATH} from '../../src/site/searchIndex';
import {filesUnder} from '../../src/build/files';
import {indexSite} from '../../src/plugins/search/indexSite';
import {measureQueries, type QueryCosts} from './queries';

/** What search costs the site. */
export interface SearchCost extends QueryCosts {
  pages: number;
  /** Time to index the built pages. */
  indexSeconds: number;
  /** Size of the indexes of all versions. */
  indexBytes: number;
}

/** Paths of the pages that the indexes of a built site cover. */
function indexedPages(folder: string): string[] {
  const records = filesUnder(folder).filter((file) => /[\\/]records[\\/]\d+\.json$/.test(file));
  const urls = records
    .flatMap((file) => JSON.parse(fs.readFileSync(file, 'utf8')) as {url: string}[])
    .map(({url}) => url);
  return [...new Set(urls.map((url) => url.split('#')[0]!))];
}

/** Measures the search of a built site; its pages are indexed again for that. */
export async function benchSearch(siteDir: string): Promise<SearchCost> {
  const outDir = path.join(siteDir, 'build');
  const folder = path.join(outDir, INDEX_PATH);
  const paths = indexedPages(folder);
  fs.rmSync(folder, {recursive: true});
  const started = performance.now();
  indexSite(
    {siteDir, outDir, baseUrl: '/'},
    paths.map((url) => ({url})),
  );
  const indexSeconds = (performance.now() - started) / 1000;
  const server = await serveSite(outDir);
  const browser = await startBrowser();
  try {
    return {
      pages: paths.length,
      indexSeconds,
      indexBytes: filesUnder(folder).reduce((sum, file) => sum + fs.statSync(file).size, 0),
      ...(await measureQueries(browser, server.origin)),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}
