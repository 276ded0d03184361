import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Published versions of a project's form, the draft that is worked on, and the values of secure variables, sealed. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table form.version (
      team_id int not null,
      project_id int not null,
      number int not null,
      document json not null,
      published_by text not null,
      published_at timestamptz not null default now(),
      primary key (team_id, project_id, number),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table form.draft (
      team_id int not null,
      project_id int not null,
      document json not null,
      renames json not null,
      revision int not null,
      base int not null,
      updated_by text not null,
      updated_at timestamptz not null default now(),
      primary key (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table form.secret (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int,
      name text not null,
      in_draft boolean not null,
      sealed text not null,
      unique nulls not distinct (team_id, project_id, in_draft, name),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    for (const table of ['version', 'draft', 'secret']) await forceRowSecurity(database, `form.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table form.secret, form.draft, form.version`.execute(database);
  },
};
