import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** People, their sessions, and the counters that slow down guessing. None of these belongs to a team. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table auth.person (
      id int generated always as identity primary key,
      email text not null unique,
      username text unique,
      first_name text not null default '',
      last_name text not null default '',
      password_hash text,
      session_version int not null default 1,
      super_admin boolean not null default false,
      disabled_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(database);
    await sql`create table auth.session (
      id uuid primary key,
      person_id int not null references auth.person on delete cascade,
      secret_hash text not null unique,
      previous_hash text,
      rotated_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      agent text not null default '',
      address text not null default ''
    )`.execute(database);
    await sql`create index session_person on auth.session (person_id)`.execute(database);
    await sql`create index session_previous on auth.session (previous_hash)`.execute(database);
    await sql`create unlogged table auth.attempt (
      key text primary key,
      count int not null,
      first_at timestamptz not null,
      last_at timestamptz not null
    )`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table auth.attempt, auth.session, auth.person`.execute(database);
  },
};
