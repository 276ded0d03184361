import type { CallInfo, OutgoingRequest, Transport } from './transport.ts';
import { KEPT_HEADER } from './connection.ts';

/** Caches of the signed-in person's data begin with this; the e-mail address follows. */
const DATA = 'loupe-data ';
/** Answers and files that are kept, the newest. */
const MOST = 500;
/** Writes between two looks at how many there are. */
const TRIM_AFTER = 50;
/** Larger answers are not kept, bytes. */
const LARGEST = 64 * 2 ** 20;

/**
 * Keeps answers of the server in the browser for the time without a connection, when the service worker gives them
 * instead. They belong to one person: signing out, or in as somebody else, removes them.
 */
export class KeptAnswers {
  #cache: string | undefined;
  #written = 0;

  /** `ready`: whether a service worker answers in this browser; awaited before anything is written. */
  constructor(
    transport: Transport,
    private readonly ready: Promise<boolean>,
  ) {
    transport.hooks.received.tap('core', (response, call, request) => {
      if (isKept(response, call, request)) void this.#put(request.url, response.clone());
    });
  }

  /** Keeps data of this person from now on; undefined removes everything. */
  async belongTo(email: string | undefined): Promise<void> {
    this.#cache = email === undefined ? undefined : DATA + email;
    if (typeof caches === 'undefined') return;
    const others = (await caches.keys()).filter(name => name.startsWith(DATA) && name !== this.#cache);
    await Promise.all(others.map(name => caches.delete(name)));
  }

  /** Loads a file into the browser's cache, and keeps it. Rejects when it cannot be had. */
  async keepFile(url: string): Promise<void> {
    const response = await fetch(url, { priority: 'low', credentials: 'same-origin' });
    const copy = response.clone();
    await response.blob();
    if (response.ok && isSmall(response)) await this.#put(url, copy);
  }

  async #put(url: string, response: Response): Promise<void> {
    const name = this.#cache;
    if (name === undefined || !(await this.ready)) return;
    try {
      const cache = await caches.open(name);
      await cache.put(url, response);
      // The person may have signed out meanwhile.
      if (name !== this.#cache) await caches.delete(name);
      else if (++this.#written % TRIM_AFTER === 0) await trim(cache);
    } catch {
      // A browser without room keeps nothing; with a connection all goes on.
    }
  }
}

/** Keys come in the order of their writing. */
async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map(key => cache.delete(key)));
}

const isSmall = (response: Response): boolean => Number(response.headers.get('content-length') ?? 0) <= LARGEST;

/** Answers to reading calls. Of signing in only who one is: nothing that opens a door is kept. */
function isKept(response: Response, call: CallInfo, request: OutgoingRequest): boolean {
  return (
    request.method === 'GET' &&
    response.ok &&
    !response.headers.has(KEPT_HEADER) &&
    (call.service !== 'auth' || call.name === 'me') &&
    (response.headers.get('content-type') ?? '').startsWith('application/json') &&
    isSmall(response)
  );
}
