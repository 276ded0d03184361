import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Tickets of event sockets that were used, until they run out: each is taken once, on whichever server. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table kernel.used_ticket (nonce text primary key, expires_at timestamptz not null)`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table kernel.used_ticket`.execute(database);
  },
};
