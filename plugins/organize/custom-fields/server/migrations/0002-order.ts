import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The order in which a team shows its fields; those that were there keep theirs, by age. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table custom_fields.template add column position int not null default 2147483647`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table custom_fields.template drop column position`.execute(database);
  },
};
