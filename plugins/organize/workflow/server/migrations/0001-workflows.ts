import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Statuses, roles and workflows that teams make. Numbers below 101 belong to the system. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table workflow.status (
      id int generated always as identity (start with 101) primary key,
      team_id int not null,
      name text not null,
      value int not null,
      description text,
      icon_id int,
      shortcut_id int,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id),
      unique (team_id, value)
    )`.execute(database);
    await sql`create unique index status_name on workflow.status (team_id, lower(name))`.execute(database);
    await sql`create table workflow.role (
      id int generated always as identity (start with 101) primary key,
      team_id int not null,
      name text not null,
      description text,
      permissions int[] not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index role_name on workflow.role (team_id, lower(name))`.execute(database);
    await sql`create table workflow.workflow (
      id int generated always as identity (start with 101) primary key,
      team_id int not null,
      name text not null,
      description text not null,
      raw_config jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index workflow_name on workflow.workflow (team_id, lower(name))`.execute(database);
    for (const table of ['status', 'role', 'workflow']) await forceRowSecurity(database, `workflow.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table workflow.workflow, workflow.role, workflow.status`.execute(database);
  },
};
