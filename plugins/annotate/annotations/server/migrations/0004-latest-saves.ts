import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Finds the latest save of each person in a project without reading its documents. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create index annotation_person on annotations.annotation
      (team_id, project_id, updated_by, updated_at, item_id)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop index annotations.annotation_person`.execute(database);
  },
};
