import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Sources of the rows, so that a save writes only the changed ones. Rows from before are rebuilt once. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table explore.instance add column digest text not null default ''`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table explore.instance drop column digest`.execute(database);
  },
};
