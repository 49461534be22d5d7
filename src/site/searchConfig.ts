import type {Environment, HostedSearch} from './environment';

/**
 * Search without an account. The Algolia theme gives the site its `/search` route, OpenSearch description and
 * translations, but insists on three account values. Without an account it gets this word for each, and every component
 * of it that would call out (SearchBar, SearchPage) is replaced in `src/theme`, so nothing is ever sent to anyone. The
 * replaced components take this word as the sign that the embedded engine answers.
 */
export const EMBEDDED = 'embedded';

/** Results that the search dialog shows of one page, at most. */
const MAX_RESULTS_PER_GROUP = 5;

/** How long the hosted service's client waits, in milliseconds. */
export const ALGOLIA_TIMEOUTS = {connect: 1000, read: 2000, write: 30_000};

const NO_ACCOUNT = {appId: EMBEDDED, apiKey: EMBEDDED, indexName: EMBEDDED, insights: false};

/** Settings of the Algolia theme: the hosted account where the environment names one, else the embedded engine. */
export function searchConfig({algolia}: Environment) {
  return {
    ...(algolia ?? NO_ACCOUNT),
    contextualSearch: true,
    searchPagePath: 'search',
    maxResultsPerGroup: MAX_RESULTS_PER_GROUP,
  };
}

/** Settings of search as the browser finds them in the site's configuration. */
export type SearchConfig = ReturnType<typeof searchConfig> & Partial<HostedSearch>;
