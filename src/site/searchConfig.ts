import type {Environment} from './environment';

/**
 * Search without an account. The Algolia theme gives the site its `/search` route, OpenSearch description and
 * translations, but insists on three account values. Without an account it gets this word for each, and every component
 * of it that would call out (SearchBar, SearchPage) is replaced in `src/theme`, so nothing is ever sent to anyone. The
 * replaced components take this word as the sign that the embedded engine answers.
 */
export const EMBEDDED = 'embedded';

/** Settings of the Algolia theme: the hosted account where the environment names one, else the embedded engine. */
export function searchConfig({algolia}: Environment) {
  return {
    appId: algolia?.appId ?? EMBEDDED,
    apiKey: algolia?.apiKey ?? EMBEDDED,
    indexName: algolia?.indexName ?? EMBEDDED,
    contextualSearch: true,
    searchPagePath: 'search',
    insights: false,
  };
}
