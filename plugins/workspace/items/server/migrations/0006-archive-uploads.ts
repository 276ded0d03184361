import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Uploads may be archives whose images become items. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table items.upload add column unpack text`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table items.upload drop column unpack`.execute(database);
  },
};
