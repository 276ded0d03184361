import { createHmac, timingSafeEqual } from 'node:crypto';
import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import { SecretBox } from '#core/data/server/index.ts';

/** Milliseconds for which an address for a picture is valid. */
const LIFETIME_MS = 600_000;

/**
 * Grants to put one person's picture. Nothing is stored: a grant names the person and its end, sealed by a key of the
 * installation.
 */
export class AvatarGrants {
  readonly #key: Buffer;

  constructor(@inject(SecretBox) secrets: SecretBox) {
    this.#key = secrets.derive('avatar');
  }

  issue(personId: number, now: number = Date.now()): { readonly grant: string; readonly expires: Date } {
    const expires = now + LIFETIME_MS;
    const text = `${personId}.${expires}`;
    return { grant: `${text}.${this.#sign(text)}`, expires: new Date(expires) };
  }

  /** Whose picture it is. @throws Fault FORBIDDEN (403) for a grant that is forged or has ended. */
  open(grant: string, now: number = Date.now()): number {
    const [person = '', expires = '', mark = ''] = grant.split('.');
    const expected = Buffer.from(this.#sign(`${person}.${expires}`));
    const given = Buffer.from(mark);
    if (given.length !== expected.length || !timingSafeEqual(given, expected) || Number(expires) <= now)
      throw new Fault('FORBIDDEN', 'This address does not take a picture any more. Ask for a new one.', {
        status: 403,
      });
    return Number(person);
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}
