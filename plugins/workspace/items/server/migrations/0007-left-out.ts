import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Parts that were left out of items that came to another project. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table items.change add column left_out jsonb not null default '[]'::jsonb`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table items.change drop column left_out`.execute(database);
  },
};
