// The service worker, which only readers have who asked to read without a network. It is plain JavaScript, bundled by
// src/plugins/offline; the constants come from there.
/* global BASE_URL, CACHES, DOWNLOAD, KEPT_FILES, KEPT_PAGES, URL, caches, self */
import {ExpirationPlugin} from 'workbox-expiration';
import {registerRoute} from 'workbox-routing';
import {CacheFirst, NetworkFirst} from 'workbox-strategies';

/** Seconds after which a page that is kept is shown while the network says nothing. */
const PATIENCE = 6;

const below = ({pathname}) => pathname.slice(BASE_URL.length);

/** The number of a release is no extension. */
const isPage = (url) => !/\.[a-z]\w*$/i.test(url.pathname);
const isHashed = (url) => /^assets\/(?:js|css|images|files)\//.test(below(url));
const isFile = (url) => /^(?:assets|css|img|katex|search-index)\/|\.(?:svg|png|woff2)$/.test(below(url));

/** What any cache holds for an address, however it is spelt. */
async function findKept(request) {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/(?:\/index)?\.html$|(?<=.)\/$/, '');
  const options = {ignoreSearch: true, ignoreVary: true};
  return (await caches.match(url.href, options)) ?? caches.match(request, options);
}

const plugins = (maxEntries) => [
  {
    cacheWillUpdate: ({response}) => Promise.resolve(response.status === 200 ? response : null),
    cachedResponseWillBeUsed: ({request, cachedResponse}) => cachedResponse ?? findKept(request),
    handlerDidError: ({request}) => findKept(request),
  },
  new ExpirationPlugin({maxEntries, purgeOnQuotaError: true}),
];

/** Requests of this site, but for those of a download, which has a cache of its own. */
const own =
  (test) =>
  ({sameOrigin, url, request}) =>
    sameOrigin && url.pathname.startsWith(BASE_URL) && !request.headers.has(DOWNLOAD) && test(url);

registerRoute(own(isHashed), new CacheFirst({cacheName: `${CACHES}code`, plugins: plugins(KEPT_FILES)}));
registerRoute(own(isFile), new NetworkFirst({cacheName: `${CACHES}files`, plugins: plugins(KEPT_FILES)}));
registerRoute(
  own(isPage),
  new NetworkFirst({
    cacheName: `${CACHES}pages`,
    networkTimeoutSeconds: PATIENCE,
    matchOptions: {ignoreSearch: true, ignoreVary: true},
    plugins: plugins(KEPT_PAGES),
  }),
);

// The page on which a reader asked is the first one that is kept. A later worker waits until the last page is closed.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// Better no worker than one that fails.
for (const event of ['error', 'unhandledrejection']) {
  self.addEventListener(event, () => self.registration.unregister());
}
