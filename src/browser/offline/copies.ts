import {
  CACHES,
  DOWNLOAD,
  filesToChange,
  type OfflineFile,
  type OfflineSummary,
  versionCache,
} from '@site/src/site/offline';

/** Requests at one time. */
const AT_ONCE = 8;

/** Where a copy keeps what it was made of. */
const SUMMARY = '/offline-summary';
const FILES = '/offline-files';

async function fetchOk(url: string): Promise<Response> {
  // What the browser kept from an earlier build would not fit to the rest.
  const response = await fetch(url, {cache: 'no-cache', headers: {[DOWNLOAD]: '1'}});
  if (!response.ok) {
    throw new Error(`${url}: HTTP ${response.status}`);
  }
  return response;
}

/** What the site offers of a version now. */
export async function fetchSummary(url: string): Promise<OfflineSummary> {
  return (await (await fetchOk(url)).json()) as OfflineSummary;
}

async function read<T>(cache: Cache, name: string): Promise<T | undefined> {
  return (await (await cache.match(name))?.json()) as T | undefined;
}

/** What was downloaded of a version; undefined where nothing was. */
export async function downloaded(release: string): Promise<OfflineSummary | undefined> {
  return (await caches.has(versionCache(release)))
    ? read<OfflineSummary>(await caches.open(versionCache(release)), SUMMARY)
    : undefined;
}

/** The versions that were downloaded. */
export async function allDownloaded(): Promise<OfflineSummary[]> {
  const releases = (await caches.keys())
    .filter((name) => name.startsWith(CACHES))
    .map((name) => name.slice(CACHES.length));
  return (await Promise.all(releases.map(downloaded))).filter((one) => one !== undefined);
}

/**
 * Downloads a version, or what has changed of it. What is there stays until all is.
 *
 * @param onProgress told how much of the whole is there, from 0 to 1
 */
export async function download(summary: OfflineSummary, onProgress: (part: number) => void): Promise<void> {
  const cache = await caches.open(versionCache(summary.release));
  const files = (await (await fetchOk(summary.list)).json()) as OfflineFile[];
  const {fetched, removed} = filesToChange((await read<OfflineFile[]>(cache, FILES)) ?? [], files);
  const queue = [...fetched];
  const work = async (): Promise<void> => {
    for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
      await cache.put(url, await fetchOk(url));
      onProgress(1 - queue.length / fetched.length);
    }
  };
  try {
    await Promise.all(Array.from({length: AT_ONCE}, work));
  } finally {
    queue.length = 0;
  }
  await Promise.all(removed.map((url) => cache.delete(url)));
  await cache.put(FILES, new Response(JSON.stringify(files)));
  await cache.put(SUMMARY, new Response(JSON.stringify(summary)));
}

/** Removes a downloaded version; with the last one also what was kept of what a reader has seen. */
export async function remove(release: string): Promise<void> {
  await caches.delete(versionCache(release));
  if ((await allDownloaded()).length > 0) {
    return;
  }
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES));
  await Promise.all(names.map((name) => caches.delete(name)));
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
}
