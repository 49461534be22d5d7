import type {HitKind} from './searchKind';

/** Levels of a hit's hierarchy: `lvl0` the part of the site, `lvl1` the page, `lvl2` and on the headings. */
export type Level = 'lvl0' | 'lvl1' | 'lvl2' | 'lvl3' | 'lvl4' | 'lvl5' | 'lvl6';

export type Hierarchy = Record<Level, string | null>;

/** What is found: a heading of some level, or text below it. */
export type HitType = Exclude<Level, 'lvl0'> | 'content';

/** One piece of a page, as the build extracts it and as both engines index it. */
export interface SearchRecord {
  objectID: string;
  hierarchy: Hierarchy;
  /** Prose of the section, then its code; null where the record is a heading alone. */
  content: string | null;
  type: HitType;
  /** Path with base URL and anchor. */
  url: string;
  language: string;
  /** Version of the documentation, e.g. `docs-default-current`; `default` for what belongs to none. */
  docusaurus_tag: string;
}

/** What the embedded index keeps of a record, to show it. */
export interface StoredRecord extends Pick<SearchRecord, 'hierarchy' | 'type' | 'url' | 'content'> {
  /** Of an entry of the API reference: how it is called. */
  signature?: string;
  /** Of the first record of a page: its other names. */
  aliases?: string[];
}

/** A found record, with the words found marked. */
export interface SearchHit extends Pick<SearchRecord, 'objectID' | 'hierarchy' | 'content' | 'type' | 'url'> {
  /** HTML in which nothing but `mark` elements is markup; of an entry of the API reference the content is one sentence. */
  highlighted: {hierarchy: Hierarchy; content: string | null; signature?: string};
}

export interface SearchOptions {
  /** Tags to search in; see `docusaurus_tag`. */
  tags: readonly string[];
  language: string;
  /** Kind of results; all without it. The hosted engine gives all. */
  kind?: HitKind;
  /** Page of the answer, from 0. */
  page: number;
  /** Words in the snippet around what was found. */
  snippetWords: number;
  signal?: AbortSignal;
}

export interface SearchAnswer {
  hits: SearchHit[];
  /** Number of hits on all pages of the answer. */
  nbHits: number;
  /** Whether nothing has the query word for word, so that these only come near. */
  widened?: boolean;
  /** Identifies the query to the hosted service's insights. */
  queryID?: string;
}

/** The one thing that the search interface knows of a search engine. */
export interface SearchEngine {
  /** @throws RetryError where the engine can't be reached */
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
}

/** Hits on one page of an answer. */
export const HITS_PER_PAGE = 20;

/** Characters of a query: a line of a log has more than a few words. */
export const MAX_QUERY_LENGTH = 500;

export const EMPTY_HIERARCHY: Hierarchy = {
  lvl0: null,
  lvl1: null,
  lvl2: null,
  lvl3: null,
  lvl4: null,
  lvl5: null,
  lvl6: null,
};

/** All levels, the highest first. */
export const LEVELS = Object.keys(EMPTY_HIERARCHY) as Level[];
