import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Room in the pages of runs, so that their two changes of state need no new entries in five indexes. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table automations.run set (fillfactor = 60)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table automations.run reset (fillfactor)`.execute(database);
  },
};
