import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Errors of the installation. They belong to no team, and transactions of teams can neither read nor write them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table error_log.problem (
      id int generated always as identity primary key,
      fingerprint text not null unique,
      side text not null check (side in ('server', 'browser')),
      plugin text not null,
      kind text not null,
      message text not null,
      place text not null,
      stack text not null,
      version text not null,
      state text not null default 'open' check (state in ('open', 'resolved', 'ignored')),
      returned boolean not null default false,
      seen bigint not null,
      first_seen timestamptz not null,
      last_seen timestamptz not null,
      changed_by int,
      changed_at timestamptz
    )`.execute(database);
    await sql`create index problem_last on error_log.problem (last_seen desc)`.execute(database);
    await sql`create table error_log.occurrence (
      id bigint generated always as identity primary key,
      problem_id int not null references error_log.problem on delete cascade,
      at timestamptz not null,
      place text not null,
      version text not null,
      request_id text,
      organization_id int,
      person_id int
    )`.execute(database);
    await sql`create index occurrence_problem on error_log.occurrence (problem_id, id desc)`.execute(database);
    await sql`create table error_log.affected (
      problem_id int not null references error_log.problem on delete cascade,
      person_id int not null,
      primary key (problem_id, person_id)
    )`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table error_log.affected, error_log.occurrence, error_log.problem`.execute(database);
  },
};
