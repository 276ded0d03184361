import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Group that added somebody to a project; null for who was shared with directly. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table projects.contributor add column group_id int`.execute(database);
    await sql`create index contributor_group on projects.contributor (team_id, group_id) where group_id is not null`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table projects.contributor drop column group_id`.execute(database);
  },
};
