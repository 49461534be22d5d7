import {useCallback, useMemo} from 'react';
import {useDocsContextualSearchTags} from '@docusaurus/plugin-content-docs/client';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import type {SearchConfig} from '../site/searchConfig';
import {COMMON_TAG} from '../site/searchTags';
import type {SearchAnswer, SearchOptions} from '../site/searchTypes';
import {loadEngine} from './createEngine';
import {RetryError} from './retryError';

/** Widest screen, in pixels, that gets the short snippets. */
const NARROW = 768;
const WORDS = 10;
const WORDS_NARROW = 5;

type Search = (
  query: string,
  options: Pick<SearchOptions, 'page' | 'signal' | 'kind'> & {tags?: readonly string[]},
) => Promise<SearchAnswer>;

/** Tags of what a reader of this page searches: the version being read, and what belongs to every version. */
export function useSearchTags(): readonly string[] {
  const docs = useDocsContextualSearchTags();
  const key = docs.join(' ');
  return useMemo(() => [...key.split(' '), COMMON_TAG], [key]);
}

/** Settings of search from the site's configuration. */
export function useSearchConfig(): SearchConfig {
  const {siteConfig} = useDocusaurusContext();
  return siteConfig.themeConfig.algolia as SearchConfig;
}

/** A function that asks the engine, in the version being read unless told otherwise. */
export function useSearch(): Search {
  const {
    siteConfig: {baseUrl},
    i18n: {currentLocale},
  } = useDocusaurusContext();
  const config = useSearchConfig();
  const contextual = useSearchTags();
  return useCallback(
    async (query, {tags = contextual, ...options}) => {
      const engine = await loadEngine(config, baseUrl).catch((error) => {
        throw new RetryError(error);
      });
      const snippetWords = window.innerWidth <= NARROW ? WORDS_NARROW : WORDS;
      return engine.search(query, {tags, language: currentLocale, snippetWords, ...options});
    },
    [config, baseUrl, contextual, currentLocale],
  );
}
