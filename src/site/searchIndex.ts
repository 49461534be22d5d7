/** The embedded search index: plain JSON files that the build writes and the browser reads. */

/** Folder of the indexes below the base URL; each version has one. */
export const INDEX_PATH = 'search-index';

/** Folder of the index for a version, by its tag, e.g. `docs-default-0.12.0`. */
export function indexName(tag: string): string {
  return tag.replace(/[^\w.-]/g, '_');
}

/** Address of DocSearch's stylesheet below the base URL; it is fetched when the search opens for the first time. */
export const SEARCH_STYLESHEET = 'assets/docsearch-3.9.0.css';

/** Records in one file of an index: sections of a page that stand one after another are often found together. */
export const RECORDS_PER_FILE = 4;

/** The file of an index that is read first. */
export interface IndexEntry {
  /** Folder of all other files, named by what is in them. */
  folder: string;
  /** First term of each file of postings; terms are sorted. */
  starts: string[];
  /** Address of each page, with the number of its first record. */
  pages: [url: string, first: number][];
  /** Other words for a thing, in lower case, with what the pages call it. */
  synonyms: Record<string, string[]>;
  /** What readers want to do, in their words, and where the pages on it stand. */
  intents: {words: string[]; paths: string[]}[];
}

/**
 * Terms of one file with their postings: the number of a record less that of the one before, and the weight there, in
 * turns. The key of a name of the API begins with a dot; it has numbers of records alone, the best first. A key that
 * ends with a space is a spelling in Latin letters, with what it stands for.
 */
export type Postings = Record<string, number[] | string[]>;

/** Key of an API name, or of its end, in the postings: without case and underscores. */
export function nameKey(name: string): string {
  return `.${name.toLowerCase().replace(/_/g, '')}`;
}

/** Key of a spelling in Latin letters in the postings. */
export function spellingKey(letters: string): string {
  return `${letters} `;
}
