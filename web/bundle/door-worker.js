// The service worker of the door: it opens `/check-in/{short id}` without a network, and nothing else of the site. The build
// (bundle/door-worker.ts) writes its version and the door's own files into it. docs/offline-door.md says how it is taken back.
const VERSION = '__VERSION__';
const FILES = __FILES__;

const ASSETS = `entrada-door-assets-${VERSION}`;
const PAGES = 'entrada-door-pages';
const DATABASE = 'entrada-door';
/** How long a page waits for the network before the kept one opens. */
const PATIENCE_MS = 4000;

const isPage = (url) => /^\/check-in\/[A-Za-z0-9_-]+\/?$/.test(url.pathname);
const isAsset = (url) => url.pathname.startsWith('/assets/') || url.pathname === '/favicon.svg';
const pathOf = (url) => new URL(url, self.location.origin).pathname.replace(/\/$/, '');

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const assets = await caches.open(ASSETS);
      await assets.addAll(FILES);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.clients.claim();
      // A kept page needs the files of its own version. So older files go when all pages are of this version.
      if (await renewPages()) await dropOldAssets();
      await forgetOldTickets();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isPage(url)) {
      event.respondWith(openPage(request, url));
      event.waitUntil(forgetOldTickets());
    }
  } else if (isAsset(url)) event.respondWith(openAsset(request));
});

// A page names what it has loaded before this worker ran: its own address and files.
self.addEventListener('message', (event) => {
  if (event.data?.type !== 'keep') return;
  const { page, files } = event.data;
  event.waitUntil(
    (async () => {
      const assets = await caches.open(ASSETS);
      const missing = [];
      for (const file of files)
        if (isAsset(new URL(file, self.location.origin)) && !(await caches.match(file))) missing.push(file);
      await Promise.all(missing.map((file) => assets.add(file).catch(() => undefined)));
      const url = new URL(page, self.location.origin);
      const isKept = isPage(url) && ((await kept(url)) !== undefined || (await renew(url.pathname)));
      event.source?.postMessage({ type: 'kept', isKept });
    })(),
  );
});

async function openPage(request, url) {
  const pages = await caches.open(PAGES);
  const fromNetwork = (async () => {
    const response = await fetch(request);
    if (isDoorPage(response)) await pages.put(pathOf(url), response.clone());
    if (isGone(response)) await pages.delete(pathOf(url));
    return response;
  })();
  // A page that arrives late is kept for the next time.
  fromNetwork.catch(() => undefined);
  const before = await kept(url);
  if (!before) return fromNetwork;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const first = await Promise.race([fromNetwork.catch(() => null), late]);
  return first && (first.status < 500 || isGone(first)) && !isForeign(first) ? first : before;
}

async function openAsset(request) {
  const found = await caches.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && response.type === 'basic')
    await (await caches.open(ASSETS)).put(request, response.clone());
  return response;
}

const kept = async (url) => (await caches.open(PAGES)).match(pathOf(url));

/** Our pages of the door may use the camera. A proxy that answers while the server is away sends no such header. */
const isOurs = (response) => (response.headers.get('permissions-policy') ?? '').includes('camera=(self)');
const isDoorPage = (response) => response.status === 200 && !response.redirected && isOurs(response);
/** The link was closed. */
const isGone = (response) => response.status === 404 && isOurs(response);
const isForeign = (response) => response.status === 404 && !isOurs(response);

/** Fetches a kept page anew. Answers whether it is kept. */
async function renew(path) {
  const pages = await caches.open(PAGES);
  try {
    const response = await fetch(path, { credentials: 'same-origin' });
    if (isDoorPage(response)) await pages.put(path.replace(/\/$/, ''), response);
    if (isGone(response)) await pages.delete(path.replace(/\/$/, ''));
    return isDoorPage(response);
  } catch {
    return false;
  }
}

/** Answers whether no page is left that could not be renewed. */
async function renewPages() {
  const pages = await caches.open(PAGES);
  const paths = (await pages.keys()).map(({ url }) => pathOf(url));
  const done = await Promise.all(
    paths.map(async (path) => (await renew(path)) || !(await pages.match(path))),
  );
  return done.every(Boolean);
}

async function dropOldAssets() {
  for (const name of await caches.keys())
    if (name.startsWith('entrada-door-assets-') && name !== ASSETS) await caches.delete(name);
}

/** Removes the tickets of lists whose time is over, also if no page of theirs is opened again. Waiting scans stay. */
async function forgetOldTickets() {
  const databases = (await indexedDB.databases?.()) ?? [];
  if (!databases.some(({ name }) => name === DATABASE)) return;
  const db = await asked(indexedDB.open(DATABASE)).catch(() => null);
  if (!db) return;
  try {
    if (!db.objectStoreNames.contains('lists')) return;
    const change = db.transaction(['lists', 'people', 'marks'], 'readwrite');
    for (const { listShortId, contact, seenMs } of await asked(change.objectStore('lists').getAll())) {
      const now = Math.max(seenMs, contact.serverMs + (Date.now() - contact.deviceMs));
      if (now < contact.untilMs) continue;
      const all = IDBKeyRange.bound([listShortId, 0], [listShortId, Number.MAX_SAFE_INTEGER]);
      change.objectStore('lists').delete(listShortId);
      change.objectStore('people').delete(all);
      change.objectStore('marks').delete(all);
    }
  } finally {
    db.close();
  }
}

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
