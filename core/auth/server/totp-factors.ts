import type { Kysely } from 'kysely';
import { generateSecret, generateURI, verify } from 'otplib';
import type { Database, SecretBox } from '#core/data/server/index.ts';
import type { AuthTables } from './auth-tables.ts';

/** A code of the step before or after is right too, in seconds: clocks of phones differ. */
const TOLERANCE_SECONDS = 30;
const ISSUER = 'Loupe';

const subject = (personId: number): string => `auth/totp/${personId}`;

/** Authenticator apps of people (RFC 6238). Keys are encrypted at rest; each code is accepted once. */
export class TotpFactors {
  constructor(
    private readonly database: Database,
    private readonly secrets: Pick<SecretBox, 'seal' | 'open'>,
  ) {}

  /** Makes a key that counts once `confirm` has seen a code of it. A confirmed key stays until then. */
  async begin(person: {
    readonly id: number;
    readonly address: string;
  }): Promise<{ readonly secret: string; readonly uri: string }> {
    const secret = generateSecret();
    const sealed = this.secrets.seal(secret, subject(person.id));
    await this.#run('set up an authenticator app', trx =>
      trx
        .insertInto('auth.totp')
        .values({ person_id: person.id, sealed_secret: sealed, confirmed_at: null })
        .onConflict(conflict =>
          conflict
            .column('person_id')
            .doUpdateSet({ sealed_secret: sealed, last_step: 0 })
            .where('auth.totp.confirmed_at', 'is', null),
        )
        .execute(),
    );
    return { secret, uri: generateURI({ issuer: ISSUER, label: person.address, secret }) };
  }

  /** Returns whether the person has a confirmed app. */
  async has(personId: number): Promise<boolean> {
    const row = await this.#run('ask for an authenticator app', trx =>
      trx.selectFrom('auth.totp').select('confirmed_at').where('person_id', '=', personId).executeTakeFirst(),
    );
    return row !== undefined && row.confirmed_at !== null;
  }

  /** Confirms the key that `begin` made by its first code; false for a wrong code or when nothing waits for one. */
  async confirm(personId: number, code: string): Promise<boolean> {
    return this.#accept(personId, code, false);
  }

  /** Checks a code of a confirmed app and uses its time step up, so that it is refused from then on. */
  async verify(personId: number, code: string): Promise<boolean> {
    return this.#accept(personId, code, true);
  }

  async remove(personId: number): Promise<void> {
    await this.#run('remove an authenticator app', trx =>
      trx.deleteFrom('auth.totp').where('person_id', '=', personId).execute(),
    );
  }

  async #accept(personId: number, code: string, confirmed: boolean): Promise<boolean> {
    const token = code.replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return false;
    return this.#run('check a code of an authenticator app', async trx => {
      const row = await trx
        .selectFrom('auth.totp')
        .select(['sealed_secret', 'last_step'])
        .where('person_id', '=', personId)
        .where('confirmed_at', confirmed ? 'is not' : 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return false;
      const secret = this.secrets.open(row.sealed_secret, subject(personId));
      const result = await verify({ secret, token, epochTolerance: TOLERANCE_SECONDS });
      if (!result.valid || !('timeStep' in result) || result.timeStep <= Number(row.last_step)) return false;
      await trx
        .updateTable('auth.totp')
        .set({ last_step: result.timeStep, ...(confirmed ? {} : { confirmed_at: new Date() }) })
        .where('person_id', '=', personId)
        .execute();
      return true;
    });
  }

  #run<T>(reason: string, work: (trx: Kysely<AuthTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuthTables>(reason).transaction(work);
  }
}
