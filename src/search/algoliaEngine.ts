import {liteClient} from 'algoliasearch/lite';
import {
  HITS_PER_PAGE,
  type Hierarchy,
  type HitType,
  type Level,
  type SearchEngine,
  type SearchHit,
  type SearchOptions,
} from '../site/searchTypes';
import {RetryError} from './retryError';
import {sanitize} from './sanitize';

export interface AlgoliaAccount {
  appId: string;
  apiKey: string;
  indexName: string;
  /** Addresses that this pattern matches leave the site. */
  externalUrlRegex?: string;
  replaceSearchResultPathname?: {from: string; to: string};
}

interface AlgoliaHit {
  objectID: string;
  hierarchy: Hierarchy;
  content: string | null;
  type: HitType;
  url: string;
  _highlightResult?: {hierarchy?: Partial<Record<Level, {value: string}>>};
  _snippetResult?: {content?: {value: string}; hierarchy?: Partial<Record<Level, {value: string}>>};
}

/** Words of text shown around what was found. */
const CONTENT_WORDS = 50;

const LEVELS: Level[] = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'];

/** The parameters of a query in the form in which the service takes them: URL-encoded. */
export function encodeParams(query: string, {tags, language, page, snippetWords}: SearchOptions): string {
  const levels = LEVELS.map((level) => `hierarchy.${level}`);
  return new URLSearchParams({
    query,
    page: String(page),
    hitsPerPage: String(HITS_PER_PAGE),
    attributesToRetrieve: JSON.stringify([...levels, 'content', 'type', 'url']),
    attributesToSnippet: JSON.stringify([
      ...levels.slice(1).map((level) => `${level}:${snippetWords}`),
      `content:${CONTENT_WORDS}`,
    ]),
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    clickAnalytics: 'false',
    facetFilters: JSON.stringify([`language:${language}`, tags.map((tag) => `docusaurus_tag:${tag}`)]),
  }).toString();
}

function toUrl(
  url: string,
  {externalUrlRegex, replaceSearchResultPathname: replace}: AlgoliaAccount,
): string {
  if (externalUrlRegex && new RegExp(externalUrlRegex).test(url)) {
    return url;
  }
  const {pathname, hash} = new URL(url, window.location.origin);
  return (replace ? pathname.replace(new RegExp(replace.from, 'g'), replace.to) : pathname) + hash;
}

function toHit(hit: AlgoliaHit, account: AlgoliaAccount): SearchHit {
  const marked = hit._highlightResult?.hierarchy ?? {};
  const hierarchy = Object.fromEntries(
    LEVELS.map((level) => [
      level,
      hit.hierarchy[level] && sanitize(marked[level]?.value ?? hit.hierarchy[level]),
    ]),
  ) as Hierarchy;
  return {
    objectID: hit.objectID,
    hierarchy: hit.hierarchy,
    content: hit.content,
    type: hit.type,
    url: toUrl(hit.url, account),
    highlighted: {
      hierarchy,
      content: hit.content && sanitize(hit._snippetResult?.content?.value ?? hit.content),
    },
  };
}

/** The hosted engine: an Algolia index, asked with the official client. */
export function createAlgoliaEngine(account: AlgoliaAccount): SearchEngine {
  const client = liteClient(account.appId, account.apiKey, {
    timeouts: {connect: 1000, read: 2000, write: 30_000},
  });
  return {
    async search(query, options) {
      try {
        const {results} = await client.search<AlgoliaHit>({
          requests: [{indexName: account.indexName, params: encodeParams(query, options)}],
        });
        const [result] = results;
        if (!result || !('hits' in result)) {
          return {hits: [], nbHits: 0};
        }
        return {
          hits: (result.hits as AlgoliaHit[]).map((hit) => toHit(hit, account)),
          nbHits: result.nbHits ?? result.hits.length,
          queryID: result.queryID,
        };
      } catch (error) {
        throw new RetryError(error);
      }
    },
  };
}
