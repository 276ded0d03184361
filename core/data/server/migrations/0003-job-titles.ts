import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Jobs are named by what they do. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table data.job add column title text`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table data.job drop column title`.execute(database);
  },
};
