import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { inject } from 'inversify';
import { SecretBox } from '#core/data/server/index.ts';
import type { LinkRow } from './link-table.ts';

/** Life of a pass in milliseconds, from the moment the password was given. */
const PASS_LIFETIME_MS = 12 * 3_600_000;

/**
 * Tokens of public links, and passes of those with a password. Neither is stored: both are derived from the keys of the
 * installation.
 */
export class LinkTokens {
  readonly #key: Buffer;

  constructor(@inject(SecretBox) box: SecretBox) {
    this.#key = box.derive('public-links');
  }

  /** 64 hexadecimal characters: an address with other signs would not be read as public by the browser. */
  token(teamId: number, nonce: string): string {
    return this.#mac(`token/${teamId}/${nonce}`);
  }

  hash(token: string): string {
    return createHash('sha256').update(token).digest('hex');
  }

  /** A pass ends with the link, and with its password. */
  pass(row: LinkRow, now = Date.now()): string {
    const until = now + PASS_LIFETIME_MS;
    return `${until}.${this.#signature(row, until)}`;
  }

  passHolds(row: LinkRow, pass: string | undefined, now = Date.now()): boolean {
    const match = /^(\d{13})\.([0-9a-f]{64})$/.exec(pass ?? '');
    if (match === null || Number(match[1]) < now) return false;
    return timingSafeEqual(Buffer.from(match[2]!), Buffer.from(this.#signature(row, Number(match[1]))));
  }

  #signature(row: LinkRow, until: number): string {
    return this.#mac(`pass/${row.token_hash}/${row.password_hash ?? ''}/${until}`);
  }

  #mac(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex');
  }
}
