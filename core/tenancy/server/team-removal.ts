import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';
import { lockTeam, lockTeamJobs } from '#core/data/server/index.ts';
import type { TenancyTables } from './tenancy-tables.ts';

/** Returns the teams that are closed and still there: a server died while it deleted them. */
export async function closedTeams(database: Database): Promise<readonly number[]> {
  const rows = await database
    .system<TenancyTables>('find teams that are being deleted')
    .transaction(trx =>
      trx
        .selectFrom('data.ended_team as ended')
        .innerJoin('tenancy.team as team', 'team.id', 'ended.id')
        .select('ended.id')
        .execute(),
    );
  return rows.map(row => row.id);
}

/** Deletes a closed team and every row of it, whichever plugin wrote it. */
export async function deleteTeam(database: Database, id: number): Promise<void> {
  await database.system<TenancyTables>('delete a team').transaction(async trx => {
    await lockTeam(trx, id);
    await lockTeamJobs(trx, id);
    await trx.deleteFrom('tenancy.team').where('id', '=', id).execute();
    // What hangs on the team by a foreign key is gone now; other tables only hold its number.
    const { rows } = await sql<{ schema: string; name: string }>`
      select n.nspname as schema, c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity and n.nspname not in ('pg_catalog', 'information_schema')`.execute(
      trx,
    );
    for (const { schema, name } of rows)
      await sql`delete from ${sql.table(`${schema}.${name}`)} where team_id = ${id}`.execute(trx);
  });
}
