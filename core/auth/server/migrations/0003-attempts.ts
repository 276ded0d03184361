import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Counters of sign-ins outlive a crash of the database, and name the attempt that was counted last. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.attempt set logged`.execute(database);
    await sql`alter table auth.attempt add column last_id uuid`.execute(database);
    await sql`create index attempt_last_at on auth.attempt (last_at)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop index auth.attempt_last_at`.execute(database);
    await sql`alter table auth.attempt drop column last_id`.execute(database);
    await sql`alter table auth.attempt set unlogged`.execute(database);
  },
};
