import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Second factors of sign-in, one-time tokens of links and challenges, and when a session last proved who uses it. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.person add column preferred_mfa text not null default 'NOMFA'`.execute(database);
    await sql`alter table auth.session add column authenticated_at timestamptz not null default now()`.execute(
      database,
    );
    await sql`create table auth.totp (
      person_id int primary key references auth.person on delete cascade,
      sealed_secret text not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0,
      created_at timestamptz not null default now()
    )`.execute(database);
    await sql`create table auth.recovery_code (
      person_id int not null references auth.person on delete cascade,
      code_hash text not null,
      used_at timestamptz,
      primary key (person_id, code_hash)
    )`.execute(database);
    await sql`create table auth.one_time_token (
      token_hash text primary key,
      purpose text not null,
      person_id int references auth.person on delete cascade,
      data jsonb not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(database);
    await sql`create index one_time_token_person on auth.one_time_token (person_id)`.execute(database);
    await sql`create index one_time_token_expires on auth.one_time_token (expires_at)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table auth.one_time_token, auth.recovery_code, auth.totp`.execute(database);
    await sql`alter table auth.session drop column authenticated_at`.execute(database);
    await sql`alter table auth.person drop column preferred_mfa`.execute(database);
  },
};
