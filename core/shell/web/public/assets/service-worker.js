// Answers for the server while it cannot be reached: the page, its files, and what the page kept of its calls. With a connection the
// server answers first, so that a new build is taken on the next load.
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

addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === '/auth-frame') event.respondWith(fresh(request, SHELL, '/auth-frame'));
    else if (UNHASHED.test(pathname)) event.respondWith(fresh(request, SHELL, pathname));
    else if (!NOT_PAGES.test(pathname)) event.respondWith(page(request));
  } else if (UNHASHED.test(pathname)) event.respondWith(fresh(request, SHELL, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (pathname.startsWith('/plugin-files/')) event.respondWith(fresh(request, ASSETS, pathname));
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

async function fresh(request, cache, key) {
  try {
    const response = await fetch(request);
    if (response.ok) await put(cache, key, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(key);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Every address of the application is the same page. A changed one is a new build: the files of the one before are dropped. */
async function page(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await keepPage(response.clone());
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
  const response = await fetch(request);
  if (response.ok) await put(ASSETS, request.url, response.clone());
  return response;
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
    return await fetch(request);
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
