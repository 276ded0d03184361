import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { BatchedTtlCache } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import { isInTransaction, onCommit } from '#core/data/server/index.ts';
import type { Session } from '../common/index.ts';
import type { AuthTables, ProviderSession, SessionWay } from './auth-tables.ts';
import type { LiveSession, VerifiedCaller } from './live-session.ts';
import type { PersonRow } from './person-row.ts';
import { callerOf } from './person-row.ts';
import type { SessionsOfProvider } from './provider-sessions.ts';
import { ofProvider } from './provider-sessions.ts';
import type { SessionKeys } from './session-tokens.ts';
import { SessionTokens } from './session-tokens.ts';
import { viewerGoesOn, viewingOf } from './viewing-sessions.ts';

/** Sign-in lasts 14 days from last use. */
const SESSION_DAYS = 14;
/** The cookie's secret is replaced when it is older; the one before works for ten more seconds, for calls under way. */
const ROTATE_AFTER_SECONDS = 600;
const GRACE_SECONDS = 10;
/** Time for which a checked session is trusted without asking the database. */
const TRUST_MILLISECONDS = 2_000;

/** A cookie secret and the tokens that belong to it. */
export interface OpenedSession {
  readonly secret: string;
  readonly session: Session;
  readonly person: PersonRow;
}

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Sessions: an opaque cookie on the auth origin, short EdDSA tokens for the API. */
export class Sessions {
  readonly #tokens: SessionTokens;
  readonly #trusted = new BatchedTtlCache<LiveSession>(TRUST_MILLISECONDS);

  constructor(
    private readonly database: Database,
    private readonly keys: SessionKeys,
    issuer: string,
    /** Called after the commit when sessions of a person ended or what is known of them changed. */
    private readonly changed: (personId: number) => void = () => undefined,
  ) {
    this.#tokens = new SessionTokens(keys, issuer);
  }

  async open(
    person: PersonRow,
    device: { readonly agent: string; readonly address: string },
    way: SessionWay = 'password',
    provider?: ProviderSession,
  ): Promise<OpenedSession> {
    const secret = randomBytes(32).toString('base64url');
    const id = randomUUID();
    await this.#run('open a session', trx =>
      trx
        .insertInto('auth.session')
        .values({
          id,
          person_id: person.id,
          secret_hash: digest(secret),
          previous_hash: null,
          revoked_at: null,
          expires_at: new Date(Date.now() + SESSION_DAYS * 86_400_000),
          agent: device.agent.slice(0, 300),
          address: device.address,
          way,
          provider_session: provider === undefined ? null : JSON.stringify(provider),
        })
        .execute(),
    );
    return { secret, session: await this.#tokens.session(person, id), person };
  }

  /**
   * Tokens for the cookie's secret; rotates the secret when it is old. Undefined for an unknown, ended or expired
   * session. A secret that was replaced more than ten seconds ago is a replay: the whole session ends.
   */
  async refresh(secret: string): Promise<OpenedSession | undefined> {
    const hashed = digest(secret);
    const successor = createHmac('sha256', this.keys.rotationSecret).update(secret).digest('base64url');
    const found = await this.#run('refresh a session', async trx => {
      const { rows } = await sql<{ id: string; person_id: number; previous: boolean; age: number; live: boolean }>`
        select id, person_id, previous_hash = ${hashed} as previous, extract(epoch from now() - rotated_at)::int as age,
          revoked_at is null and expires_at > now() as live
        from auth.session where secret_hash = ${hashed} or previous_hash = ${hashed} for update`.execute(trx);
      const row = rows[0];
      if (row === undefined || !row.live) return undefined;
      if (row.previous && row.age > GRACE_SECONDS) {
        await trx.updateTable('auth.session').set({ revoked_at: new Date() }).where('id', '=', row.id).execute();
        onCommit(() => this.changed(row.person_id));
        return undefined;
      }
      const rotates = !row.previous && row.age > ROTATE_AFTER_SECONDS;
      await trx
        .updateTable('auth.session')
        .set({
          last_used_at: new Date(),
          expires_at: new Date(Date.now() + SESSION_DAYS * 86_400_000),
          ...(rotates ? { secret_hash: digest(successor), previous_hash: hashed, rotated_at: new Date() } : {}),
        })
        .where('id', '=', row.id)
        .execute();
      const person = await trx
        .selectFrom('auth.person')
        .selectAll()
        .where('id', '=', row.person_id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      if (person === undefined) return undefined;
      const { id } = row;
      return { id, person, viewing: await viewingOf(trx, id), secret: rotates || row.previous ? successor : secret };
    });
    if (found === undefined) return undefined;
    const { id, person, viewing, secret: next } = found;
    const session = await (viewing === undefined ? this.#tokens.session(person, id) : this.#tokens.viewing(viewing));
    return { secret: next, session, person };
  }

  /** Ends the session of a cookie, and returns its name at the identity provider that began it. */
  async end(secret: string): Promise<ProviderSession | undefined> {
    const hashed = digest(secret);
    const ended = await this.#run('end a session', trx =>
      trx
        .updateTable('auth.session')
        .set({ revoked_at: new Date() })
        .where(({ eb, or }) => or([eb('secret_hash', '=', hashed), eb('previous_hash', '=', hashed)]))
        .returning(['person_id', 'provider_session'])
        .execute(),
    );
    for (const each of ended) this.forgetOf(each.person_id);
    return ended[0]?.provider_session ?? undefined;
  }

  async endOne(personId: number, id: string): Promise<boolean> {
    const ended = await this.#run('end a session of a device', trx =>
      trx
        .updateTable('auth.session')
        .set({ revoked_at: new Date() })
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .where('revoked_at', 'is', null)
        .returning('id')
        .execute(),
    );
    if (ended.length > 0) this.forgetOf(personId);
    return ended.length > 0;
  }

  /**
   * Ends the sessions of a person that the identity provider of an organization began, of these those with some names
   * there if any are given; or all sessions but one. Returns how many.
   */
  async endSome(personId: number, which: SessionsOfProvider | { readonly except: string }): Promise<number> {
    const ended = await this.#run('end some sessions of a person', trx =>
      trx
        .updateTable('auth.session')
        .set({ revoked_at: new Date() })
        .where(({ eb }) => ('except' in which ? eb('id', '!=', which.except) : ofProvider(which)))
        .where('person_id', '=', personId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', new Date())
        .returning('id')
        .execute(),
    );
    if (ended.length > 0) this.forgetOf(personId);
    return ended.length;
  }

  async list(
    personId: number,
  ): Promise<
    readonly {
      readonly id: string;
      readonly agent: string;
      readonly address: string;
      readonly created_at: Date;
      readonly last_used_at: Date;
    }[]
  > {
    return this.#run('list sessions', trx =>
      trx
        .selectFrom('auth.session')
        .select(['id', 'agent', 'address', 'created_at', 'last_used_at'])
        .where('person_id', '=', personId)
        .where('way', '<>', 'viewing')
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', new Date())
        .orderBy('last_used_at', 'desc')
        .execute(),
    );
  }

  /**
   * Whose access token this is; undefined when it is forged, old, or its session has ended (noticed within two
   * seconds).
   */
  async verify(token: string): Promise<VerifiedCaller | undefined> {
    const claims = await this.#tokens.claims(token);
    if (claims === undefined) return undefined;
    const sessionId = String(claims['sid']);
    const found = await this.facts(sessionId);
    if (found === undefined || found.version !== claims['sv']) return undefined;
    const { caller, viewer } = found;
    return { caller, sessionId, ...(viewer === undefined ? {} : { viewer }) };
  }

  /** Returns true while a session goes on, as the database has it. */
  async isLive(sessionId: string): Promise<boolean> {
    return (await this.#live([sessionId])).has(sessionId);
  }

  /** Returns a session that goes on, as it was two seconds ago at the earliest; undefined when there is none. */
  facts(sessionId: string): Promise<LiveSession | undefined> {
    return this.#trusted.get('', sessionId, ids => this.#live(ids), isInTransaction());
  }

  /** Returns true when more than a password protects a session: a second step, a passkey, or an identity provider. */
  async isStrong(sessionId: string): Promise<boolean> {
    const facts = await this.facts(sessionId);
    return facts !== undefined && (facts.secondStep || facts.way === 'passkey' || facts.way === 'provider');
  }

  /** Returns those of the sessions that go on. */
  async liveOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.#live(ids)).keys());
  }

  /** Returns those of the sessions that go on, by id. */
  async #live(ids: readonly string[]): Promise<ReadonlyMap<string, LiveSession>> {
    const rows = await this.#run('check sessions', trx =>
      trx
        .selectFrom('auth.session as session')
        .innerJoin('auth.person as person', 'person.id', 'session.person_id')
        .selectAll('person')
        .select([
          'session.id as session_id',
          'session.created_at as opened_at',
          'session.way',
          'session.viewer_session',
        ])
        .where(sql<boolean>`session.id = any(${[...ids]}::uuid[])`)
        .where('session.revoked_at', 'is', null)
        .where('session.expires_at', '>', new Date())
        .where('person.disabled_at', 'is', null)
        .where(viewerGoesOn)
        .execute(),
    );
    const viewing = rows.flatMap(each => each.viewer_session ?? []);
    const viewers = viewing.length === 0 ? undefined : await this.#live(viewing);
    return new Map(
      rows.map(row => {
        const viewer = row.viewer_session === null ? undefined : viewers?.get(row.viewer_session);
        return [
          row.session_id,
          {
            caller: callerOf(row),
            version: row.session_version,
            openedAt: row.opened_at,
            way: row.way,
            secondStep: row.preferred_mfa !== 'NOMFA',
            ...(viewer === undefined ? {} : { viewer: viewer.caller }),
          },
        ];
      }),
    );
  }

  /** Forgets what is believed of sessions, after a change of somebody's password or name. */
  forget(): void {
    this.#trusted.forget();
  }

  /** Forgets on every server what is believed of a person's sessions, after a change of their second step. */
  forgetOf(personId: number): void {
    this.#trusted.forget();
    this.changed(personId);
  }

  /**
   * Returns a person's identity, signed for five minutes, for other services of the installation. The API does not take
   * it.
   */
  identity(person: PersonRow): Promise<{ readonly token: string; readonly expires: Date }> {
    return this.#tokens.identity(person);
  }

  #run<T>(reason: string, work: (trx: Kysely<AuthTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuthTables>(reason).transaction(work);
  }
}
