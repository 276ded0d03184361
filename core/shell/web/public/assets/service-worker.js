// Answers for the server while it cannot be reached: the page, its files, and what the page kept of its calls. With a
// connection the server answers first, so that a new build is taken on the next load, and files come as they would
// without a worker: browsers keep compiled scripts with their own cache, and compiled this page took a third of a second
// more at each load.
const SHELL = 'loupe-shell';
const ASSETS = 'loupe-assets';
/** Marks an answer of earlier; `core/api/web/connection.ts` reads it. */
const KEPT_HEADER = 'x-loupe-kept';
const NOT_PAGES =
  /^\/(assets|plugin-files|app-frame|blobs|annotation-files|outside-files|integrations|health|ready|metrics|services|events)(\/|$)/;
/** Files whose name stays while their content changes. */
const UNHASHED = /^\/assets\/(offline\.\w+|service-worker\.js)$/;

addEventListener('install', () => void skipWaiting());
addEventListener('activate', event => event.waitUntil(clients.claim()));

// The page was loaded before this worker answered for it: its files are kept now.
addEventListener('message', event => {
  const addresses = event.data?.keep;
  if (Array.isArray(addresses)) event.waitUntil(Promise.all(addresses.map(keepLoaded)));
});

/** The server did not answer the last time; forgotten when the browser ends the worker between two uses. */
let isUnreachable = false;
/** Settles when the page that was loaded last is kept, and the files of the build before are dropped. */
let keepingPage = Promise.resolve();

addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === '/auth-frame') event.respondWith(fresh(event, SHELL, '/auth-frame'));
    else if (UNHASHED.test(pathname)) event.respondWith(fresh(event, SHELL, pathname));
    else if (!NOT_PAGES.test(pathname)) event.respondWith(page(event));
  } else if (UNHASHED.test(pathname)) event.respondWith(fresh(event, SHELL, pathname));
  else if (pathname.startsWith('/assets/')) {
    if (isUnreachable || !navigator.onLine) event.respondWith(asset(request));
    else event.waitUntil(keepMissing(pathname));
  } else if (pathname.startsWith('/plugin-files/')) event.respondWith(fresh(event, ASSETS, pathname));
  else if (isData(request, pathname)) event.respondWith(data(request));
});

/** Calls and files that the page may have kept. Media is asked for in ranges, and never kept. */
function isData(request, pathname) {
  if (request.headers.has('range') || ['video', 'audio'].includes(request.destination)) return false;
  return pathname.startsWith('/blobs/') || (request.headers.get('accept') ?? '').includes('application/json');
}

async function put(cache, key, response) {
  // A full disk must not fail the answer.
  await (await caches.open(cache)).put(key, response).catch(() => undefined);
}

async function ask(request) {
  try {
    const response = await fetch(request);
    isUnreachable = false;
    return response;
  } catch (error) {
    if (!request.signal.aborted) isUnreachable = true;
    throw error;
  }
}

async function fresh(event, cache, key) {
  try {
    const response = await ask(event.request);
    if (response.ok) event.waitUntil(put(cache, key, response.clone()));
    return response;
  } catch (error) {
    const kept = await caches.match(key);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Every address of the application is the same page. A changed one is a new build: the files of the one before are dropped. */
async function page(event) {
  try {
    const response = await ask(event.request);
    if (response.ok) event.waitUntil((keepingPage = keepPage(response.clone())));
    return response;
  } catch (error) {
    const kept = (await caches.match('/', { cacheName: SHELL })) ?? (await caches.match('/assets/offline.html'));
    if (kept === undefined) throw error;
    return kept;
  }
}

async function keepPage(response) {
  const kept = await caches.match('/', { cacheName: SHELL });
  if (kept !== undefined && (await kept.text()) !== (await response.clone().text())) await caches.delete(ASSETS);
  await put(SHELL, '/', response);
}

async function asset(request) {
  const kept = await caches.match(request, { cacheName: ASSETS, ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await ask(request);
  if (response.ok) await put(ASSETS, request.url, response.clone());
  return response;
}

/** Keeps a file that the browser loads itself. */
async function keepMissing(pathname) {
  await keepingPage.catch(() => undefined);
  if ((await caches.match(pathname, { cacheName: ASSETS, ignoreVary: true })) === undefined) await keepLoaded(pathname);
}

async function keepLoaded(address) {
  const { origin, pathname } = new URL(address, location.origin);
  if (origin !== location.origin) return;
  const response = await fetch(address, pathname.startsWith('/assets/') ? { cache: 'force-cache' } : {}).catch(
    () => undefined,
  );
  if (!response?.ok) return;
  if (pathname === '/') await keepPage(response);
  else await put(pathname.startsWith('/assets/') && !UNHASHED.test(pathname) ? ASSETS : SHELL, pathname, response);
}

async function data(request) {
  try {
    return await ask(request);
  } catch (error) {
    // The signature of a file's address changes, its content does not.
    const ignoreSearch = new URL(request.url).pathname.startsWith('/blobs/');
    const kept = request.signal.aborted
      ? undefined
      : await caches.match(request.url, { ignoreVary: true, ignoreSearch });
    if (kept === undefined) throw error;
    const headers = new Headers(kept.headers);
    headers.set(KEPT_HEADER, '1');
    return new Response(kept.body, { status: kept.status, headers });
  }
}
