import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The organization that made an account by a link it could read itself: nothing proves that the address is the
 * person's.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.person add column unproven_in int`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.person drop column unproven_in`.execute(database);
  },
};
