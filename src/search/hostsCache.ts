import type {liteClient} from 'algoliasearch/lite';

type HostsCache = NonNullable<NonNullable<Parameters<typeof liteClient>[2]>['hostsCache']>;
type Key = Parameters<HostsCache['get']>[0];

function addressOf(host: Key): string {
  return typeof host === 'string' ? host : String(host.url);
}

/**
 * Keeps what the service's client knows of its hosts: it leaves out one that failed for two minutes. The client's own
 * caches store a host under a key that is never looked up, so that it would ask a failed host first with each query.
 */
export function createHostsCache(): HostsCache {
  const hosts = new Map<string, unknown>();
  return {
    get: async <T>(host: Key, unknownHost: () => Promise<T>) =>
      (hosts.get(addressOf(host)) as T | undefined) ?? unknownHost(),
    set: async (host, state) => {
      hosts.set(addressOf(host), state);
      return state;
    },
    delete: async (host) => void hosts.delete(addressOf(host)),
    clear: async () => hosts.clear(),
  };
}
