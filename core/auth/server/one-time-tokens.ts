import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import type { AuthTables } from './auth-tables.ts';

/** Purpose of a token; one of another purpose is unknown. */
export type TokenPurpose =
  | 'sign-in'
  | 'sign-up'
  | 'password-reset'
  | 'email-change'
  | 'email-undo'
  | 'passkey-registration'
  | 'passkey-sign-in'
  | 'external-sign-in'
  | 'external-trial'
  | 'external-answer'
  | 'external-logout'
  | 'external-logout-form';

/** Person and purpose of a token. */
export interface TokenSubject {
  /** Undefined while there is no account. */
  readonly personId?: number | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Secrets of links and challenges that work once and for a limited time. Only their hash is stored. */
export class OneTimeTokens {
  constructor(private readonly database: Database) {}

  /**
   * Issues a token that works for `minutes`. Unless `keepsOthers`, earlier ones of the person and purpose stop working.
   */
  async issue(
    purpose: TokenPurpose,
    { personId, data }: TokenSubject,
    minutes: number,
    { keepsOthers = false }: { readonly keepsOthers?: boolean } = {},
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#run('issue a one-time token', async trx => {
      if (personId !== undefined && !keepsOthers)
        await trx
          .deleteFrom('auth.one_time_token')
          .where('person_id', '=', personId)
          .where('purpose', '=', purpose)
          .execute();
      await trx
        .insertInto('auth.one_time_token')
        .values({
          token_hash: digest(token),
          purpose,
          person_id: personId ?? null,
          data: JSON.stringify(data),
          expires_at: new Date(Date.now() + minutes * 60_000),
        })
        .execute();
    });
    return token;
  }

  /** Returns whom a token is for and leaves it valid; undefined for an unknown, used or expired one. */
  async peek(purpose: TokenPurpose, token: string): Promise<TokenSubject | undefined> {
    const row = await this.#run('read a one-time token', trx =>
      trx
        .selectFrom('auth.one_time_token')
        .select(['person_id', 'data'])
        .where('token_hash', '=', digest(token))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', new Date())
        .executeTakeFirst(),
    );
    return row === undefined ? undefined : { personId: row.person_id ?? undefined, data: row.data };
  }

  /** Uses a token up: of several calls at once, one gets it and the others get undefined. */
  async redeem(purpose: TokenPurpose, token: string): Promise<TokenSubject | undefined> {
    const row = await this.#run('redeem a one-time token', trx =>
      trx
        .deleteFrom('auth.one_time_token')
        .where('token_hash', '=', digest(token))
        .where('purpose', '=', purpose)
        .where('expires_at', '>', new Date())
        .returning(['person_id', 'data'])
        .executeTakeFirst(),
    );
    return row === undefined ? undefined : { personId: row.person_id ?? undefined, data: row.data };
  }

  /** Ends the tokens of a person for a purpose. */
  async withdraw(purpose: TokenPurpose, personId: number): Promise<void> {
    await this.#run('withdraw one-time tokens', trx =>
      trx.deleteFrom('auth.one_time_token').where('person_id', '=', personId).where('purpose', '=', purpose).execute(),
    );
  }

  /** Deletes expired tokens. */
  async trim(): Promise<void> {
    await this.#run('delete expired one-time tokens', trx =>
      trx.deleteFrom('auth.one_time_token').where('expires_at', '<', new Date()).execute(),
    );
  }

  #run<T>(reason: string, work: (trx: Kysely<AuthTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuthTables>(reason).transaction(work);
  }
}
