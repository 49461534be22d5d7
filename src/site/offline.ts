/** What reading without a network is made of; the build writes it, the browser and the service worker read it. */

/** Address of the service worker below the base URL. */
export const WORKER = 'sw.js';

/** Address below the base URL of what makes the site an application that can be installed. */
export const WEB_MANIFEST = 'site.webmanifest';

/** Beginning of the names of all caches of the site. */
export const CACHES = 'tvm-docs-';

/** Header of the requests of a download, which the service worker leaves alone. */
export const DOWNLOAD = 'x-offline-copy';

/** Pages and other files that are kept of what a reader has seen, besides the versions that were downloaded. */
export const KEPT_PAGES = 100;
export const KEPT_FILES = 400;

/** What the download of a version is, as it is told before. */
export interface OfflineSummary {
  release: string;
  /** Says in a short text which files they are. */
  build: string;
  pages: number;
  bytes: number;
  /** Address of the list of the files. */
  list: string;
}

/** A file of a version: its address, and what says whether it has changed. */
export type OfflineFile = readonly [url: string, hash: string];

/** Address of the summary of a version, from the path of the version. */
export function summaryPath(versionPath: string): string {
  return `${versionPath}/offline.json`;
}

/** Name of the cache with a downloaded version. */
export function versionCache(release: string): string {
  return CACHES + release;
}

/** What has to be fetched and what to be removed so that a copy holds the files of a list. */
export function filesToChange(
  before: readonly OfflineFile[],
  after: readonly OfflineFile[],
): {fetched: string[]; removed: string[]} {
  const [old, now] = [new Map(before), new Map(after)];
  return {
    fetched: [...now].filter(([url, hash]) => old.get(url) !== hash).map(([url]) => url),
    removed: [...old.keys()].filter((url) => !now.has(url)),
  };
}
