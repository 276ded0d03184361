import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Secrets of a team, and actions whose code is written in the product, with their deployed versions. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table automations.secret (
      id int generated always as identity primary key,
      team_id int not null,
      name text not null,
      description text not null,
      keys jsonb not null,
      sealed text not null,
      creator_email text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index secret_name on automations.secret (team_id, lower(name))`.execute(database);
    await sql`create table automations.custom_task (
      id int generated always as identity primary key,
      team_id int not null,
      name text not null,
      description text not null,
      draft jsonb not null,
      revision int not null,
      deployed int,
      author_email text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index custom_task_name on automations.custom_task (team_id, lower(name))`.execute(database);
    await sql`create table automations.custom_task_version (
      team_id int not null,
      custom_task_id int not null,
      version int not null,
      settings jsonb not null,
      code text not null,
      map text not null,
      author_email text not null,
      created_at timestamptz not null default now(),
      primary key (team_id, custom_task_id, version),
      foreign key (team_id, custom_task_id) references automations.custom_task (team_id, id) on delete cascade
    )`.execute(database);
    await sql`alter table automations.step add column log text`.execute(database);
    for (const table of ['secret', 'custom_task', 'custom_task_version'])
      await forceRowSecurity(database, `automations.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table automations.step drop column log`.execute(database);
    await sql`drop table automations.custom_task_version, automations.custom_task, automations.secret`.execute(
      database,
    );
  },
};
