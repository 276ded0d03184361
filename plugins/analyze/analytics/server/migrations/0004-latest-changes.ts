import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Finds the latest change of each person without reading all of them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`drop index analytics.transition_person`.execute(database);
    await sql`create index transition_person on analytics.transition (team_id, project_id, email, at, item_id)`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop index analytics.transition_person`.execute(database);
    await sql`create index transition_person on analytics.transition (team_id, project_id, email, item_id)`.execute(
      database,
    );
  },
};
