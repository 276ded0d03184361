import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Passkeys of people: public keys, which are no secrets. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table auth.passkey (
      id int generated always as identity primary key,
      person_id int not null references auth.person on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(database);
    await sql`create index passkey_person on auth.passkey (person_id)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table auth.passkey`.execute(database);
  },
};
