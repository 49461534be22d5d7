import {EMBEDDED} from '../site/searchConfig';
import type {SearchEngine} from '../site/searchTypes';
import type {AlgoliaAccount} from './algoliaEngine';

const engines = new Map<string, Promise<SearchEngine>>();

/**
 * Gives the engine that the site was built for; its code is fetched on first use.
 *
 * @param baseUrl base URL of the site, with slashes at both ends
 */
export function loadEngine(account: AlgoliaAccount, baseUrl: string): Promise<SearchEngine> {
  const key = account.appId + account.indexName;
  let engine = engines.get(key);
  if (!engine) {
    engine =
      account.appId === EMBEDDED
        ? import('./pagefindEngine').then(({createPagefindEngine}) => createPagefindEngine(baseUrl))
        : import('./algoliaEngine').then(({createAlgoliaEngine}) => createAlgoliaEngine(account));
    engine.catch(() => engines.delete(key));
    engines.set(key, engine);
  }
  return engine;
}
