import {readInventory} from '../../content/inventory';
import {ApiNames} from '../../content/names';
import type {Symbol} from '../../site/searchTypes';
import {getVersion} from '../../site/versions';
import {type IndexDocument, latinWords, toDocuments} from './documents';
import type {WeightedRecord} from './records';
import {makeSymbols} from './symbols';

/** What the search of one version is made of. */
export interface BundleContent {
  documents: IndexDocument[];
  symbols: Symbol[];
  words: string[];
}

const DOCS_TAG = 'docs-default-';

/** The API names of the release that a tag stands for; undefined where no inventory was made of it. */
function readNames(siteDir: string, tag: string): ApiNames | undefined {
  const {release} = getVersion(tag.slice(DOCS_TAG.length));
  const inventory = readInventory(siteDir, release);
  return inventory && new ApiNames(inventory);
}

/**
 * Makes the bundle of a version.
 *
 * @param tag tag of the version's pages
 * @param pages records of each page that the version's search covers
 */
export function makeBundle(siteDir: string, tag: string, pages: readonly WeightedRecord[][]): BundleContent {
  const names = readNames(siteDir, tag);
  return {
    documents: pages.flatMap(toDocuments),
    symbols: names ? makeSymbols(pages, names) : [],
    words: latinWords(pages.flat()),
  };
}
