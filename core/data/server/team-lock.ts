import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** First key of the advisory lock that every transaction of a team shares; the second is the team. */
export const TEAM_LOCK = 1_953_723_757;

interface EndedTeams {
  readonly 'data.ended_team': { readonly id: number };
}

const store = (database: Database) => database.system<EndedTeams>('end a team');

/** Refuses all transactions of a team that begin from now on with NOT_FOUND. Those under way go on. */
export async function closeTeam(database: Database, teamId: number): Promise<void> {
  await store(database).transaction(trx =>
    trx
      .insertInto('data.ended_team')
      .values({ id: teamId })
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  );
}

/** Takes `closeTeam` back, when the team could not be deleted. */
export async function reopenTeam(database: Database, teamId: number): Promise<void> {
  await store(database).transaction(trx => trx.deleteFrom('data.ended_team').where('id', '=', teamId).execute());
}

/** Waits for all transactions of a team and keeps others out until this one ends. Must be its first lock. */
export async function lockTeam<Tables>(database: Kysely<Tables>, teamId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TEAM_LOCK}::int, ${teamId}::int)`.execute(database);
}

/** Locks the jobs of a team, in the order in which runners lock them: they renew leases without the team's lock. */
export async function lockTeamJobs<Tables>(database: Kysely<Tables>, teamId: number): Promise<void> {
  await sql`select id from data.job where team_id = ${teamId} order by id for update`.execute(database);
}
