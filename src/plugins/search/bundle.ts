import fs from 'node:fs';
import path from 'node:path';
import type {Inventory} from '../../site/inventory';
import type {Symbol} from '../../site/searchTypes';
import {getVersion} from '../../site/versions';
import {ApiNames} from './apiNames';
import {type IndexDocument, latinWords, toDocuments} from './documents';
import type {WeightedRecord} from './records';
import {makeSymbols} from './symbols';

/** What the search of one version is made of. */
export interface Bundle {
  documents: IndexDocument[];
  symbols: Symbol[];
  words: string[];
}

const DOCS_TAG = 'docs-default-';

/** The API names of the release that a tag stands for; undefined where no inventory was made of it. */
function readNames(siteDir: string, tag: string): ApiNames | undefined {
  const {release} = getVersion(tag.slice(DOCS_TAG.length));
  const file = path.join(siteDir, 'data/api', `${release}.json`);
  return fs.existsSync(file)
    ? new ApiNames(JSON.parse(fs.readFileSync(file, 'utf8')) as Inventory)
    : undefined;
}

/**
 * Makes the bundle of a version.
 *
 * @param tag tag of the version's pages
 * @param pages records of each page that the version's search covers
 */
export function makeBundle(siteDir: string, tag: string, pages: readonly WeightedRecord[][]): Bundle {
  const names = readNames(siteDir, tag);
  return {
    documents: pages.flatMap(toDocuments),
    symbols: names ? makeSymbols(pages, names) : [],
    words: latinWords(pages.flat()),
  };
}
