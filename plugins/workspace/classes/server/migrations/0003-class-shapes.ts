import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Classes whose objects may have some shapes only. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table classes.class add column shapes text[]`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table classes.class drop column shapes`.execute(database);
  },
};
