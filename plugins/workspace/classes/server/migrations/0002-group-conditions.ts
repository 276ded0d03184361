import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Attribute groups that are asked only while another group holds some values. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table classes.attribute_group add column shown_when jsonb`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table classes.attribute_group drop column shown_when`.execute(database);
  },
};
