import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The picture of a person, as the blob it is kept in. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.person add column avatar_hash text`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.person drop column avatar_hash`.execute(database);
  },
};
