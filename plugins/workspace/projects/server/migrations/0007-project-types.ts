import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Sets the greatest number of a project type. */
async function limitTypes(database: Kysely<unknown>, most: number): Promise<void> {
  await sql`alter table projects.project drop constraint project_type_check`.execute(database);
  await sql`alter table projects.project add constraint project_type_check check (type between 1 and ${sql.lit(most)})`.execute(
    database,
  );
}

/** Leaves room for the project types of external plugins. */
export default {
  up: (database: Kysely<unknown>): Promise<void> => limitTypes(database, 999),
  down: (database: Kysely<unknown>): Promise<void> => limitTypes(database, 8),
};
