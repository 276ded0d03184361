import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Phones that receive codes of a second factor; the number is encrypted, of a code there is a keyed hash. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table auth.phone (
      person_id int primary key references auth.person on delete cascade,
      sealed_number text not null,
      confirmed_at timestamptz,
      code_hash text,
      code_expires_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table auth.phone`.execute(database);
  },
};
