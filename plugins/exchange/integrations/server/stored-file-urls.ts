import { createHmac, timingSafeEqual } from 'node:crypto';
import { inject } from 'inversify';
import { SecretBox } from '#core/data/server/index.ts';

/** A file of an integration. */
export interface StoredPlace {
  readonly teamId: number;
  readonly integrationId: number;
  readonly path: string;
}

/** Parts of the query of a signed address. */
export interface StoredFileQuery {
  readonly team?: string | undefined;
  readonly path?: string | undefined;
  readonly exp?: string | undefined;
  readonly sig?: string | undefined;
}

const HOUR = 3_600_000;

/**
 * Signed addresses of files that pass through the server: whoever has one reads this one file, until the end of its
 * hour.
 */
export class StoredFileUrls {
  readonly #key: Buffer;

  constructor(@inject(SecretBox) secrets: SecretBox) {
    this.#key = secrets.derive('integration-files');
  }

  /** Valid for one to two hours; the same address within an hour, so that browsers keep the file. */
  sign(place: StoredPlace, now: number): string {
    const exp = String((Math.ceil(now / HOUR) * HOUR + HOUR) / 1000);
    const query = new URLSearchParams({
      team: String(place.teamId),
      path: place.path,
      exp,
      sig: this.#mark(place, exp),
    });
    return `/integrations/${place.integrationId}/file?${query.toString()}`;
  }

  verify(
    integrationId: number,
    { team = '', path = '', exp = '', sig = '' }: StoredFileQuery,
    now: number,
  ): StoredPlace | 'refused' | 'expired' {
    if (!/^\d{1,10}$/.test(team) || !/^\d{1,12}$/.test(exp)) return 'refused';
    const place = { teamId: Number(team), integrationId, path };
    const [given, expected] = [Buffer.from(sig), Buffer.from(this.#mark(place, exp))];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'refused';
    return Number(exp) * 1000 > now ? place : 'expired';
  }

  #mark({ teamId, integrationId, path }: StoredPlace, exp: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([teamId, integrationId, exp, path]))
      .digest('base64url');
  }
}
