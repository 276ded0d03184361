import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Fault, notFound, TtlCache } from '#core/base/common/index.ts';
import type { Caller } from '#core/api/server/index.ts';
import { callerOf } from '#core/auth/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { asUniqueViolation, onCommit } from '#core/data/server/index.ts';
import type { TokenScope } from '#core/permissions/common/index.ts';
import type { AccessTokenTable, TenancyTables } from './tenancy-tables.ts';

/** Form of an access token. The team id after the last `=` is where clients of SDK tokens look for it. */
const FORM = /^loupe_[-_A-Za-z0-9]{43}=(\d+)$/;

const HINT_LENGTH = 4;
const MOST_OF_A_PERSON = 50;

/** Time for which a checked token is believed without asking the database, in milliseconds. */
const TRUST = 2_000;

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

export type AccessToken = Selectable<Omit<AccessTokenTable, 'token_hash'>>;

export interface NewAccessToken {
  readonly kind: 'personal' | 'service';
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly personId: number;
  readonly createdBy: number;
  /** Undefined for a token that does not expire. */
  readonly expiresAt: Date | undefined;
}

interface Resolved {
  readonly caller: Caller;
  readonly teamId: number;
  readonly id: number;
  readonly scopes: ReadonlySet<string>;
  readonly expiresAt: Date | null;
}

const COLUMNS = [
  'id',
  'team_id',
  'person_id',
  'kind',
  'name',
  'hint',
  'scopes',
  'created_by',
  'created_at',
  'expires_at',
  'last_used_at',
] as const;

/** Named tokens of a team. Only a hash of each is kept. */
export class AccessTokens {
  readonly #trusted = new TtlCache<Resolved>(TRUST);

  constructor(private readonly database: Database) {}

  /** True for text that has the form of an access token. */
  static matches(text: string): boolean {
    return FORM.test(text);
  }

  /** Makes a token; its text is never readable again. @throws Fault NAME_EXISTS (409), LIMIT_REACHED (409) */
  async create(teamId: number, token: NewAccessToken): Promise<{ readonly token: string; readonly row: AccessToken }> {
    const secret = `loupe_${randomBytes(32).toString('base64url')}`;
    const text = `${secret}=${teamId}`;
    try {
      const row = await this.database.tenant<TenancyTables>(teamId).transaction(async trx => {
        const own = await trx
          .selectFrom('tenancy.access_token')
          .select('id')
          .where('person_id', '=', token.personId)
          .execute();
        if (own.length >= MOST_OF_A_PERSON)
          throw new Fault('LIMIT_REACHED', `You can have ${MOST_OF_A_PERSON} tokens in a team. Revoke one first.`, {
            status: 409,
          });
        return trx
          .insertInto('tenancy.access_token')
          .values({
            team_id: teamId,
            person_id: token.personId,
            kind: token.kind,
            name: token.name,
            token_hash: digest(text),
            hint: secret.slice(-HINT_LENGTH),
            scopes: [...token.scopes],
            created_by: token.createdBy,
            expires_at: token.expiresAt ?? null,
            last_used_at: null,
          })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
      });
      return { token: text, row };
    } catch (error) {
      if (asUniqueViolation(error) === undefined) throw error;
      throw new Fault('NAME_EXISTS', 'You already have a token with this name.', {
        status: 409,
        details: { field: 'name' },
      });
    }
  }

  /** The tokens of a team, the newest first; of one person when named. */
  async list(teamId: number, personId?: number): Promise<readonly AccessToken[]> {
    return this.database.tenant<TenancyTables>(teamId).transaction(trx =>
      trx
        .selectFrom('tenancy.access_token')
        .select(COLUMNS)
        .$if(personId !== undefined, query => query.where('person_id', '=', personId!))
        .orderBy('id', 'desc')
        .execute(),
    );
  }

  /** Ends a token. @throws Fault NOT_FOUND (404) */
  async revoke(teamId: number, id: number): Promise<void> {
    const gone = await this.database
      .tenant<TenancyTables>(teamId)
      .transaction(trx =>
        trx.deleteFrom('tenancy.access_token').where('id', '=', id).returning('id').executeTakeFirst(),
      );
    if (gone === undefined) throw notFound('The token');
    this.forget();
  }

  /** Ends the tokens of a person in all teams, in the transaction around it if there is one. */
  async revokeAll(personId: number): Promise<void> {
    await this.database.system<TenancyTables>('end the access tokens of a person').transaction(async trx => {
      await trx.deleteFrom('tenancy.access_token').where('person_id', '=', personId).execute();
      onCommit(() => this.forget());
    });
  }

  /**
   * Returns the account, team and scopes of a token; undefined for one that is unknown, revoked, expired, or of
   * somebody no longer in the team.
   */
  async resolve(token: string): Promise<Resolved | undefined> {
    const teamId = Number(FORM.exec(token)?.[1]);
    if (!Number.isSafeInteger(teamId) || teamId > 2_147_483_647) return undefined;
    const found = await this.#trusted.get(digest(token), () => this.#resolve(token, teamId));
    return found === undefined || (found.expiresAt !== null && found.expiresAt <= new Date()) ? undefined : found;
  }

  /** Forgets what is believed of tokens: one was revoked, or somebody left a team. */
  forget(): void {
    this.#trusted.forget();
  }

  async #resolve(token: string, teamId: number): Promise<Resolved | undefined> {
    return this.database.system<TenancyTables>('resolve an access token').transaction(async trx => {
      const found = await trx
        .selectFrom('tenancy.access_token as token')
        .innerJoin('auth.person as person', 'person.id', 'token.person_id')
        .innerJoin('tenancy.member as member', join =>
          join.onRef('member.person_id', '=', 'person.id').onRef('member.team_id', '=', 'token.team_id'),
        )
        .selectAll('person')
        .select(['token.id as token_id', 'token.scopes', 'token.expires_at'])
        .where('token.token_hash', '=', digest(token))
        .where('token.team_id', '=', teamId)
        .where('person.disabled_at', 'is', null)
        .where(({ eb, or }) => or([eb('token.expires_at', 'is', null), eb('token.expires_at', '>', new Date())]))
        .executeTakeFirst();
      if (found === undefined) return undefined;
      await trx
        .updateTable('tenancy.access_token')
        .set({ last_used_at: new Date() })
        .where('id', '=', found.token_id)
        .where(({ eb, or }) =>
          or([eb('last_used_at', 'is', null), eb('last_used_at', '<', new Date(Date.now() - 60_000))]),
        )
        .execute();
      return {
        caller: callerOf(found),
        teamId,
        id: found.token_id,
        scopes: new Set(found.scopes),
        expiresAt: found.expires_at,
      };
    });
  }
}
