import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BlobHash } from './blob-driver.ts';
import { isBlobHash } from './blob-driver.ts';

/** Permission of a signed address: to read one blob, as this type and under this name, until the end of its hour. */
export interface BlobGrant {
  readonly hash: BlobHash;
  /** Content type, e.g. `image/png`. */
  readonly type: string;
  /** File name for downloads. */
  readonly name: string;
}

/** A signing key; `secret` is base64url. */
export interface BlobKey {
  readonly id: string;
  readonly secret: string;
}

/** Query of a blob's address, as a server parses it: a repeated key is a list. */
export type BlobQuery = Readonly<Record<string, unknown>>;

export type Verified =
  | { readonly allowed: true; readonly grant: BlobGrant }
  | { readonly allowed: false; readonly reason: 'refused' | 'expired' };

const HOUR_MS = 3_600_000;
const FIELDS = ['exp', 'key', 'name', 'sig', 'type'];
const REFUSED: Verified = { allowed: false, reason: 'refused' };

/**
 * Signed addresses of blobs: HMAC-SHA256 over the key's id and `v1\nGET\nhash\ntype\nexp\nname`. The first
 * key signs; all verify, so that keys can be changed while old addresses live on.
 */
export class BlobUrls {
  readonly #keys: readonly BlobKey[];
  readonly #base: string;

  /** `base` is the path before the hash, e.g. `/blobs`. */
  constructor(keys: readonly BlobKey[], base: string) {
    if (keys.length === 0) throw new TypeError('Signed addresses need a key.');
    this.#keys = keys;
    this.#base = base;
  }

  /**
   * The address of a blob, valid for at least `lifetimeMs` from `now` (both milliseconds). Its end is rounded up to the
   * hour: the same blob keeps the same address for a while, and browsers keep it in their cache.
   */
  sign(grant: BlobGrant, lifetimeMs: number, now: number = Date.now()): string {
    if (!isBlobHash(grant.hash)) throw new TypeError('A blob is named by its SHA-256.');
    const expires = Math.ceil((now + lifetimeMs) / HOUR_MS) * (HOUR_MS / 1000);
    const [key] = this.#keys;
    const query = new URLSearchParams({
      type: grant.type,
      name: grant.name,
      exp: String(expires),
      key: key!.id,
      sig: signature(key!, grant, String(expires)),
    });
    return `${this.#base}/${grant.hash}?${query.toString()}`;
  }

  /** Returns the permission of an address. Anything added, removed, repeated or changed is refused. */
  verify(hash: string, query: BlobQuery, now: number = Date.now()): Verified {
    if (!isBlobHash(hash) || Object.keys(query).sort().join() !== FIELDS.join()) return REFUSED;
    const [exp, id, name, sig, type] = FIELDS.map(each => query[each]);
    if (
      typeof exp !== 'string' ||
      typeof id !== 'string' ||
      typeof name !== 'string' ||
      typeof sig !== 'string' ||
      typeof type !== 'string'
    )
      return REFUSED;
    const key = this.#keys.find(each => each.id === id);
    if (key === undefined || !/^[0-9]{1,12}$/.test(exp)) return REFUSED;
    const grant: BlobGrant = { hash, type, name };
    if (!equal(sig, signature(key, grant, exp))) return REFUSED;
    return Number(exp) * 1000 > now ? { allowed: true, grant } : { allowed: false, reason: 'expired' };
  }
}

function signature(key: BlobKey, { hash, type, name }: BlobGrant, exp: string): string {
  // A line break in a field would let it pose as the next one.
  const text = ['v1', 'GET', hash, encodeURIComponent(type), exp, encodeURIComponent(name)].join('\n');
  return createHmac('sha256', Buffer.from(key.secret, 'base64url')).update(`${key.id}\n${text}`).digest('base64url');
}

function equal(one: string, other: string): boolean {
  const first = Buffer.from(one);
  const second = Buffer.from(other);
  return first.length === second.length && timingSafeEqual(first, second);
}
