// The service worker of the page without a server: its files come from the network while
// there is one, else as they were last, and with the headers by which workers may share
// memory.

const CACHE = 'erawan';
/** What a page has loaded before there is a service worker. The build has the names. */
const FIRST = ['./'];
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

async function keepFirst() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FIRST);
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(keepFirst().catch(() => undefined));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

function isolated(response) {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

async function answer(event) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    // Kept while the page reads it. A full disk keeps nothing, and is no reason to show nothing.
    if (response.ok) event.waitUntil(cache.put(request, response.clone()).catch(() => undefined));
    return isolated(response);
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return isolated(kept);
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(event));
});
