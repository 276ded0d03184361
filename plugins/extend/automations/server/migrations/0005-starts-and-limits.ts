import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Starts by people with the values that they entered, and limits of teams with what they use. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table automations.event add column creator_id int, add column entered jsonb,
      add column held_for text check (held_for in ('off', 'minute', 'day', 'concurrent', 'code')),
      add column held_until timestamptz`.execute(database);
    await sql`create index event_held on automations.event (held_until) where held_for is not null`.execute(database);
    await sql`create table automations.team_limit (
      team_id int primary key,
      off boolean not null,
      runs_per_minute int,
      runs_per_day int,
      concurrent_runs int,
      code_seconds_per_day int,
      version int not null,
      changed_by text not null,
      changed_at timestamptz not null default now()
    )`.execute(database);
    await sql`create table automations.usage (
      team_id int not null,
      minute timestamptz not null,
      runs int not null default 0,
      code_ms bigint not null default 0,
      primary key (team_id, minute)
    )`.execute(database);
    for (const table of ['team_limit', 'usage']) await forceRowSecurity(database, `automations.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table automations.usage, automations.team_limit`.execute(database);
    await sql`alter table automations.event drop column held_until, drop column held_for, drop column entered,
      drop column creator_id`.execute(database);
  },
};
