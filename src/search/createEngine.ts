import {EMBEDDED, type SearchConfig} from '../site/searchConfig';
import type {SearchEngine} from '../site/searchTypes';

const engines = new Map<string, Promise<SearchEngine>>();

/**
 * Gives the engine that the site was built for; its code is fetched on first use.
 *
 * @param baseUrl base URL of the site, with slashes at both ends
 */
export function loadEngine(config: SearchConfig, baseUrl: string): Promise<SearchEngine> {
  const key = config.appId + config.indexName;
  let engine = engines.get(key);
  if (!engine) {
    engine =
      config.appId === EMBEDDED
        ? import('./embeddedEngine').then(({createEmbeddedEngine}) => createEmbeddedEngine(baseUrl))
        : import('./algoliaEngine').then(({createAlgoliaEngine}) => createAlgoliaEngine(config));
    engine.catch(() => engines.delete(key));
    engines.set(key, engine);
  }
  return engine;
}
