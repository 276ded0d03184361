/** Pages that the browser must have when there is no connection. */
const OFFLINE_FILES = ['offline.html', 'offline.css', 'offline.js'].map(file => `/assets/${file}`);
const SCRIPT = '/assets/service-worker.js';

/**
 * The service worker that answers while the server cannot be reached. Browsers that have none, and pages in somebody
 * else's, get the offline page only.
 */
export class OfflineWorker {
  #settle!: (answers: boolean) => void;
  /** True when a worker answers for the pages of this browser; settled by `start`, at once where one did already. */
  readonly ready = new Promise<boolean>(resolve => (this.#settle = resolve));

  constructor() {
    if (serviceWorkers()?.controller) this.#settle(true);
  }

  /** Registers the worker; the first time it also keeps what this page has loaded. */
  async start(): Promise<void> {
    for (const file of OFFLINE_FILES) void fetch(file).catch(() => undefined);
    this.#settle(await register().catch(() => false));
  }
}

/**
 * Undefined where a page can have none: over plain HTTP, in another site's frame, and while the pages are built again
 * at every change.
 */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  return import.meta.env.PROD && window.parent === window ? navigator.serviceWorker : undefined;
}

async function register(): Promise<boolean> {
  const workers = serviceWorkers();
  if (workers === undefined) return false;
  const first = !workers.controller;
  // Browsers that are configured to have no workers answer with nothing.
  const registration = (await workers.register(SCRIPT, { scope: '/' })) as ServiceWorkerRegistration | undefined;
  if (registration === undefined) return false;
  if (first) {
    const loaded = performance.getEntriesByType('resource').map(each => new URL(each.name));
    const files = loaded.filter(each => each.origin === location.origin && each.pathname.startsWith('/assets/'));
    const { active } = await workers.ready;
    active?.postMessage({ keep: ['/', '/auth-frame', ...OFFLINE_FILES, ...files.map(each => each.pathname)] });
  }
  return true;
}
