import type {IndexSettings} from 'algoliasearch';
import {LEVELS} from '../../src/site/searchTypes';

/** How the hosted index answers: by headings before text, in Chinese, one object of an address, filtered by version. */
export const INDEX_SETTINGS: IndexSettings = {
  searchableAttributes: [...LEVELS.slice(1).map((level) => `unordered(hierarchy.${level})`), 'content'],
  attributesForFaceting: ['language', 'docusaurus_tag', 'type'],
  attributeForDistinct: 'url',
  distinct: 1,
  indexLanguages: ['zh'],
  queryLanguages: ['zh'],
  camelCaseAttributes: ['hierarchy', 'content'],
  separatorsToIndex: '_',
  removeWordsIfNoResults: 'allOptional',
};
