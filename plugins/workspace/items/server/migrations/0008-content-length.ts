import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The length of texts in code points: places in annotations must lie inside of it, and a list can know it without the
 * file.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table items.item add column content_length integer check (content_length >= 0)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table items.item drop column content_length`.execute(database);
  },
};
