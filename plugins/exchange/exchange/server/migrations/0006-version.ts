import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The dataset version that an export is made of. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table exchange.export add column version_id int, add column version_name text`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table exchange.export drop column version_name, drop column version_id`.execute(database);
  },
};
