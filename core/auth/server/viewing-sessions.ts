import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import type { AuthTables } from './auth-tables.ts';
import type { PersonRow } from './person-row.ts';

/** Minutes after which viewing as somebody ends by itself. */
export const VIEWING_MINUTES = 30;

/** A viewing session that goes on. */
export interface Viewing {
  readonly id: string;
  readonly person: PersonRow;
  /** E-mail of the super-admin. */
  readonly viewer: string;
  readonly until: Date;
}

/**
 * Condition on `auth.session as session`: false for a viewing session whose super-admin signed out or is none any more,
 * or whose person became one.
 */
export const viewerGoesOn: RawBuilder<boolean> = sql<boolean>`(session.viewer_session is null or exists (
  select from auth.session as own join auth.person as viewer on viewer.id = own.person_id
  join auth.person as viewed on viewed.id = session.person_id
  where own.id = session.viewer_session and own.revoked_at is null and own.expires_at > now()
    and viewer.super_admin and viewer.disabled_at is null and not viewed.super_admin))`;

/** Returns the viewing session that goes on below a session; undefined when there is none. */
export async function viewingOf(trx: Kysely<AuthTables>, viewerSession: string): Promise<Viewing | undefined> {
  const row = await trx
    .selectFrom('auth.session as session')
    .innerJoin('auth.person as person', 'person.id', 'session.person_id')
    .innerJoin('auth.session as own', 'own.id', 'session.viewer_session')
    .innerJoin('auth.person as viewer', 'viewer.id', 'own.person_id')
    .selectAll('person')
    .select(['session.id as session_id', 'session.expires_at', 'viewer.email as viewer_email'])
    .where('session.viewer_session', '=', viewerSession)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', new Date())
    .where('person.disabled_at', 'is', null)
    .where(viewerGoesOn)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { session_id: id, expires_at: until, viewer_email: viewer, ...person } = row;
  return { id, person, viewer, until };
}

/** Sessions in which super-admins view as somebody else, read-only. */
export class ViewingSessions {
  /** `changed` is called after the commit when the viewing session of a person ended. */
  constructor(
    private readonly database: Database,
    private readonly changed: (personId: number) => void,
  ) {}

  /**
   * Has the session of a super-admin view as somebody, in place of whom it viewed as before, until the time that is
   * returned. The next tokens of its cookie are those of the other person; the secret of the new session is nobody's.
   */
  async open(
    viewerSession: string,
    person: Pick<PersonRow, 'id'>,
    { reason, agent, address }: { readonly reason: string; readonly agent: string; readonly address: string },
  ): Promise<Date> {
    const until = new Date(Date.now() + VIEWING_MINUTES * 60_000);
    const ended = await this.#run('view as somebody else', async trx => {
      const before = await endBelow(trx, viewerSession);
      await trx
        .insertInto('auth.session')
        .values({
          id: randomUUID(),
          person_id: person.id,
          secret_hash: digest(randomBytes(32)),
          previous_hash: null,
          revoked_at: null,
          expires_at: until,
          agent: agent.slice(0, 300),
          address,
          way: 'viewing',
          viewer_session: viewerSession,
          reason,
        })
        .execute();
      return before;
    });
    for (const each of ended) this.changed(each);
    return until;
  }

  /** Ends viewing as somebody else for the session of a cookie; silent when it views as nobody. */
  async end(secret: string): Promise<void> {
    const hashed = digest(secret);
    const ended = await this.#run('stop viewing as somebody else', async trx => {
      const own = await trx
        .selectFrom('auth.session')
        .select('id')
        .where(({ eb, or }) => or([eb('secret_hash', '=', hashed), eb('previous_hash', '=', hashed)]))
        .executeTakeFirst();
      return own === undefined ? [] : endBelow(trx, own.id);
    });
    for (const each of ended) this.changed(each);
  }

  #run<T>(reason: string, work: (trx: Kysely<AuthTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuthTables>(reason).transaction(work);
  }
}

const digest = (secret: string | Buffer): string => createHash('sha256').update(secret).digest('hex');

/** Ends the viewing sessions below a session. Returns whose they were. */
async function endBelow(trx: Kysely<AuthTables>, viewerSession: string): Promise<readonly number[]> {
  const ended = await trx
    .updateTable('auth.session')
    .set({ revoked_at: new Date() })
    .where('viewer_session', '=', viewerSession)
    .where('revoked_at', 'is', null)
    .returning('person_id')
    .execute();
  return ended.map(each => each.person_id);
}
