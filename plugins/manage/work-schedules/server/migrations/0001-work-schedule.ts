import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** One schedule a member, and days off in it. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table work_schedules.schedule (
      id int generated always as identity primary key,
      team_id int not null,
      member_id int not null,
      timezone text not null,
      days jsonb not null,
      valid_from date not null,
      valid_to date,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id),
      unique (team_id, member_id),
      foreign key (team_id, member_id) references tenancy.member (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table work_schedules.time_off (
      id int generated always as identity primary key,
      team_id int not null,
      schedule_id int not null,
      first_day date not null,
      last_day date not null check (last_day >= first_day),
      type text not null,
      note text,
      foreign key (team_id, schedule_id) references work_schedules.schedule (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index time_off_schedule on work_schedules.time_off (team_id, schedule_id)`.execute(database);
    for (const table of ['schedule', 'time_off']) await forceRowSecurity(database, `work_schedules.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table work_schedules.time_off, work_schedules.schedule`.execute(database);
  },
};
