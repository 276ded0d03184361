import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Projects, their settings, who works in them, and each person's pins. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table projects.project (
      id int generated always as identity primary key,
      team_id int not null references tenancy.team on delete cascade,
      name text not null,
      type smallint not null check (type between 1 and 8),
      description text,
      instructions_link text,
      status smallint not null default 1 check (status between 1 and 4),
      upload_state smallint not null default 1 check (upload_state between 1 and 3),
      workflow_id int not null default 1,
      creator_id int references auth.person on delete set null,
      creator_email text not null,
      deleted_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index project_name on projects.project (team_id, lower(name)) where deleted_at is null`.execute(
      database,
    );
    await sql`create table projects.setting (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int not null,
      attribute text not null,
      value jsonb not null,
      unique (team_id, project_id, attribute),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table projects.contributor (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int not null,
      email text not null,
      role int not null,
      paused boolean not null default false,
      permissions int[] not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id),
      unique (team_id, project_id, email),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index contributor_email on projects.contributor (team_id, email)`.execute(database);
    await sql`create table projects.pin (
      team_id int not null,
      project_id int not null,
      person_id int not null references auth.person on delete cascade,
      created_at timestamptz not null default now(),
      primary key (team_id, project_id, person_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    for (const table of ['project', 'setting', 'contributor', 'pin'])
      await forceRowSecurity(database, `projects.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table projects.pin, projects.contributor, projects.setting, projects.project`.execute(database);
  },
};
