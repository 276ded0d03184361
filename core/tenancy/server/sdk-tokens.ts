import { createHash, randomBytes } from 'node:crypto';
import { TtlCache } from '#core/base/common/index.ts';
import type { Caller } from '#core/api/server/index.ts';
import { callerOf } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { onCommit } from '#core/data/server/index.ts';
import type { TenancyTables } from './tenancy-tables.ts';

/** Form of a token: opaque text, then the team id after the last `=`. */
const FORM = /^[-.@_A-Za-z0-9]+=(\d+)$/;

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Milliseconds for which a checked token is trusted without asking the database. */
const TRUST = 2_000;

/** SDK tokens: one active per person and team; only a hash is kept. */
export class SdkTokens {
  readonly #trusted = new TtlCache<{ readonly caller: Caller; readonly teamId: number }>(TRUST);

  constructor(private readonly database: Database) {}

  /** Makes the person's token for a team; an older one stops working. The token is never readable again. */
  async generate(teamId: number, personId: number): Promise<string> {
    const token = `${randomBytes(30).toString('base64url')}=${teamId}`;
    await this.database.tenant<TenancyTables>(teamId).transaction(trx =>
      trx
        .insertInto('tenancy.sdk_token')
        .values({ team_id: teamId, person_id: personId, token_hash: digest(token), last_used_at: null })
        .onConflict(conflict =>
          conflict
            .columns(['team_id', 'person_id'])
            .doUpdateSet({ token_hash: digest(token), created_at: new Date(), last_used_at: null }),
        )
        .execute(),
    );
    this.forget();
    return token;
  }

  async revoke(teamId: number, personId: number): Promise<void> {
    await this.database
      .tenant<TenancyTables>(teamId)
      .transaction(trx => trx.deleteFrom('tenancy.sdk_token').where('person_id', '=', personId).execute());
    this.forget();
  }

  /** Ends the tokens of a person in all teams, in the transaction around it if there is one. */
  async revokeAll(personId: number): Promise<void> {
    await this.database.system<TenancyTables>('end the SDK tokens of a person').transaction(async trx => {
      await trx.deleteFrom('tenancy.sdk_token').where('person_id', '=', personId).execute();
      onCommit(() => this.forget());
    });
  }

  async describe(
    teamId: number,
    personId: number,
  ): Promise<{ readonly createdAt: Date; readonly lastUsedAt: Date | null } | undefined> {
    const row = await this.database
      .tenant<TenancyTables>(teamId)
      .transaction(trx =>
        trx
          .selectFrom('tenancy.sdk_token')
          .select(['created_at', 'last_used_at'])
          .where('person_id', '=', personId)
          .executeTakeFirst(),
      );
    return row === undefined ? undefined : { createdAt: row.created_at, lastUsedAt: row.last_used_at };
  }

  /**
   * Whose token this is, and for which team; undefined for a malformed, unknown or revoked one, or one of somebody no
   * longer in the team.
   */
  async resolve(token: string): Promise<{ readonly caller: Caller; readonly teamId: number } | undefined> {
    const teamId = Number(FORM.exec(token)?.[1]);
    if (!Number.isSafeInteger(teamId)) return undefined;
    return this.#trusted.get(digest(token), () => this.#resolve(token, teamId));
  }

  /** Forgets what is believed of tokens: one was made or revoked, or somebody left a team. */
  forget(): void {
    this.#trusted.forget();
  }

  async #resolve(
    token: string,
    teamId: number,
  ): Promise<{ readonly caller: Caller; readonly teamId: number } | undefined> {
    const person = await this.database.system<TenancyTables>('resolve an SDK token').transaction(async trx => {
      const found = await trx
        .selectFrom('tenancy.sdk_token as token')
        .innerJoin('auth.person as person', 'person.id', 'token.person_id')
        .innerJoin('tenancy.member as member', join =>
          join.onRef('member.person_id', '=', 'person.id').onRef('member.team_id', '=', 'token.team_id'),
        )
        .selectAll('person')
        .where('token.token_hash', '=', digest(token))
        .where('token.team_id', '=', teamId)
        .where('person.disabled_at', 'is', null)
        .executeTakeFirst();
      if (found !== undefined) {
        await trx
          .updateTable('tenancy.sdk_token')
          .set({ last_used_at: new Date() })
          .where('team_id', '=', teamId)
          .where('person_id', '=', found.id)
          .where(({ eb, or }) =>
            or([eb('last_used_at', 'is', null), eb('last_used_at', '<', new Date(Date.now() - 60_000))]),
          )
          .execute();
      }
      return found;
    });
    return person === undefined ? undefined : { caller: callerOf(person), teamId };
  }
}
