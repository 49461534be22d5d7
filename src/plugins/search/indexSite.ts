import fs from 'node:fs';
import path from 'node:path';
import {INDEX_PATH, indexName} from '../../site/searchIndex';
import {COMMON_TAG} from '../../site/searchTags';
import {readAliases} from './aliases';
import {extractPage} from './extract';
import {toRecords, type WeightedRecord} from './records';
import {makeIndex, writeJsonFiles} from './writeIndex';

/** A built site. */
export interface SearchedSite {
  siteDir: string;
  outDir: string;
  /** Base URL of the site, with slashes at both ends. */
  baseUrl: string;
}

/** A page that search covers: its path with base URL, and its source where that is known. */
export interface SearchedPage {
  url: string;
  file?: string;
}

function partOf(pagePath: string): string {
  return pagePath.startsWith('docs') ? '文档' : pagePath.startsWith('blog') ? '博客' : '本站';
}

function readPage({siteDir, outDir, baseUrl}: SearchedSite, {url, file}: SearchedPage): WeightedRecord[] {
  const relative = url.slice(baseUrl.length);
  const html = fs.readFileSync(path.join(outDir, `${decodeURIComponent(relative) || 'index'}.html`), 'utf8');
  const aliases = file === undefined ? [] : readAliases(siteDir, file);
  return toRecords({...extractPage(html), aliases}, url, partOf(relative));
}

/**
 * Writes the search of a built site into its folder. Each version has an index of its own with what belongs to every
 * version, so that a query costs the same however many versions there are.
 *
 * @returns the records of all versions
 */
export function indexSite(site: SearchedSite, pages: readonly SearchedPage[]): WeightedRecord[] {
  const records = pages.map((page) => readPage(site, page)).filter((page) => page.length > 0);
  const tags = new Set(records.map(([first]) => first!.docusaurus_tag).filter((tag) => tag !== COMMON_TAG));
  for (const tag of tags) {
    const own = records.filter(([first]) => [tag, COMMON_TAG].includes(first!.docusaurus_tag));
    writeJsonFiles(path.join(site.outDir, INDEX_PATH, indexName(tag)), makeIndex(site.siteDir, own));
  }
  return records.flat();
}
