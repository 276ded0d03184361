import type { Kysely } from 'kysely';
import { forceRowSecurity, unprotectedTables } from '#core/data/server/index.ts';

/** For migrations: closes every table of a schema that has a `team_id` and is open to all teams. */
export async function protectTables(database: Kysely<unknown>, schema: string): Promise<void> {
  for (const table of await unprotectedTables(database))
    if (table.startsWith(`${schema}.`)) await forceRowSecurity(database, table);
}
