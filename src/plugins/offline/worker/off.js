// What stands in the place of the service worker where reading without a network is switched off: it removes what the
// worker kept, and itself.
/* global CACHES, caches, indexedDB, self */
async function remove() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHES)).map((name) => caches.delete(name)));
  indexedDB.deleteDatabase('workbox-expiration');
  await self.registration.unregister();
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
