import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Number of projects the plan of an organization gives each of its teams; null is no limit. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.organization add column project_limit int check (project_limit >= 0)`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.organization drop column project_limit`.execute(database);
  },
};
