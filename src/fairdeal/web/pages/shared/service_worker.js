// Keeps the drill, the check of a record and the lesson texts for times without a connection. The server puts the list
// of files and their digest before this text. Everything else, the tables above all, always comes
// from the network.

/** @type {any} */
const worker = self;
/** @type {{ pages: string[], files: string[], digest: string }} */
const { pages, files, digest } = worker.KEPT;
const CACHE = `fairdeal ${digest}`;

async function keep() {
  const cache = await caches.open(CACHE);
  // Without credentials a page has nobody's name on it, whoever uses this browser later.
  const strangers = pages.map((page) => new Request(page, { credentials: "omit" }));
  await cache.addAll([...strangers, ...files]);
  await worker.skipWaiting();
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
    if (!kept) throw error;
    return kept;
  }
}

/** @param {Request} request */
const file = async (request) =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(dropOthers()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pages.includes(pathname)) event.respondWith(page(request));
  else if (files.includes(pathname)) event.respondWith(file(request));
});
