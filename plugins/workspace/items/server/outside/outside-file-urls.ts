import { createHmac, timingSafeEqual } from 'node:crypto';
import { inject } from 'inversify';
import { SecretBox } from '#core/data/server/index.ts';

/**
 * Purpose of reading a file of another host: `item` is an item's own file of any kind, `media` is shown inside of one:
 * a picture, a film, a sound or a PDF.
 */
export type OutsideUse = 'item' | 'media';

/** A file of another host, for people of one team. */
export interface OutsidePlace {
  readonly teamId: number;
  /** Absolute, http or https. */
  readonly url: string;
  readonly use: OutsideUse;
}

/** Parts of the query of a signed address. */
export interface OutsideFileQuery {
  readonly team?: string | undefined;
  readonly url?: string | undefined;
  readonly use?: string | undefined;
  readonly exp?: string | undefined;
  readonly sig?: string | undefined;
}

const HOUR = 3_600_000;

/**
 * Signed addresses by which pages read files of other hosts through the server: pages load nothing from elsewhere. Only
 * the server makes them, for who may see what they belong to, so that nobody reads an address of their own choice this
 * way.
 */
export class OutsideFileUrls {
  readonly #key: Buffer;

  constructor(@inject(SecretBox) secrets: SecretBox) {
    this.#key = secrets.derive('outside-files');
  }

  /** Valid for one to two hours; the same address within an hour, so that browsers keep the file. */
  sign(place: OutsidePlace, now: number): string {
    const exp = String((Math.ceil(now / HOUR) * HOUR + HOUR) / 1000);
    return `/outside-files?${new URLSearchParams({ team: String(place.teamId), url: place.url, use: place.use, exp, sig: this.#mark(place, exp) }).toString()}`;
  }

  verify(
    { team = '', url = '', use = '', exp = '', sig = '' }: OutsideFileQuery,
    now: number,
  ): OutsidePlace | 'refused' | 'expired' {
    if (!/^\d{1,10}$/.test(team) || !/^\d{1,12}$/.test(exp) || (use !== 'item' && use !== 'media')) return 'refused';
    const place: OutsidePlace = { teamId: Number(team), url, use };
    const [given, expected] = [Buffer.from(sig), Buffer.from(this.#mark(place, exp))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'refused';
    return Number(exp) * 1000 > now ? place : 'expired';
  }

  #mark({ teamId, url, use }: OutsidePlace, exp: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([teamId, use, exp, url]))
      .digest('base64url');
  }
}
