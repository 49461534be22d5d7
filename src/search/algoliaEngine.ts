import {liteClient} from 'algoliasearch/lite';
import {ALGOLIA_TIMEOUTS, type SearchConfig} from '../site/searchConfig';
import {
  HITS_PER_PAGE,
  type Hierarchy,
  LEVELS,
  type SearchEngine,
  type SearchHit,
  type SearchOptions,
  type SearchRecord,
} from '../site/searchTypes';
import {cleanQuery} from './cleanQuery';
import {createHostsCache} from './hostsCache';
import {toResultUrl} from './resultUrl';
import {RetryError} from './retryError';
import {sanitize} from './sanitize';

type Marked = Partial<Record<string, {value: string}>>;

/** What the service gives for a record that it found. */
interface AlgoliaHit extends Pick<SearchRecord, 'objectID' | 'hierarchy' | 'content' | 'type' | 'url'> {
  _highlightResult?: {hierarchy?: Marked};
  _snippetResult?: {content?: {value: string}; hierarchy?: Marked};
}

/** Characters of a query that the hosted service is asked. */
const MAX_HOSTED_QUERY = 64;

/** Words of text shown around what was found. */
const CONTENT_WORDS = 50;

/** The parameters of a query in the form in which the service takes them: URL-encoded. */
export function encodeParams(
  query: string,
  {tags, language, page, snippetWords}: SearchOptions,
  clickAnalytics: boolean,
): string {
  const levels = LEVELS.map((level) => `hierarchy.${level}`);
  const params = new URLSearchParams({
    query: cleanQuery(query).slice(0, MAX_HOSTED_QUERY),
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
    clickAnalytics: String(clickAnalytics),
    facetFilters: JSON.stringify([`language:${language}`, tags.map((tag) => `docusaurus_tag:${tag}`)]),
  });
  return params.toString().replaceAll('+', '%20');
}

function toHit(hit: AlgoliaHit, config: SearchConfig): SearchHit {
  const {hierarchy, content, _snippetResult: snippets, _highlightResult: highlights} = hit;
  const marked = LEVELS.map((level) => {
    const value = snippets?.hierarchy?.[level]?.value ?? highlights?.hierarchy?.[level]?.value;
    return [level, hierarchy[level] && sanitize(value ?? hierarchy[level])];
  });
  return {
    objectID: hit.objectID,
    hierarchy,
    content,
    type: hit.type,
    url: toResultUrl(hit.url, config),
    highlighted: {
      hierarchy: Object.fromEntries(marked) as Hierarchy,
      content: content && sanitize(snippets?.content?.value ?? content),
    },
  };
}

/** The hosted engine: an Algolia index, asked with the official client. */
export function createAlgoliaEngine(config: SearchConfig): SearchEngine {
  const client = liteClient(config.appId, config.apiKey, {
    timeouts: ALGOLIA_TIMEOUTS,
    hostsCache: createHostsCache(),
  });
  return {
    async search(query, options) {
      try {
        const params = encodeParams(query, options, config.insights);
        const {results} = await client.searchForHits<AlgoliaHit>({
          requests: [{indexName: config.indexName, params}],
        });
        const {hits, nbHits = 0, queryID} = results[0]!;
        return {hits: hits.map((hit) => toHit(hit, config)), nbHits, queryID};
      } catch (error) {
        throw new RetryError(error);
      }
    },
  };
}
