import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { SYSTEM_ROLE, withAllRows } from '#core/data/server/index.ts';

/**
 * For migrations: takes the entries of an earlier log over, whose table has the columns `team_id`, `at`, `email`,
 * `action` and `details`.
 */
export async function adoptEntries(database: Kysely<unknown>, table: string): Promise<void> {
  await sql`grant usage on schema audit to ${sql.id(SYSTEM_ROLE)}`.execute(database);
  await sql`grant select, insert on audit.entry to ${sql.id(SYSTEM_ROLE)}`.execute(database);
  await withAllRows(database, trx =>
    sql`insert into audit.entry (organization_id, team, at, email, credential, address, action, outcome, details, request_id)
      select team.organization_id, old.team_id, date_trunc('milliseconds', old.at), old.email, 'session', '', old.action, 'done', old.details, ''
      from ${sql.table(table)} as old join tenancy.team as team on team.id = old.team_id order by old.id`.execute(trx),
  );
}
