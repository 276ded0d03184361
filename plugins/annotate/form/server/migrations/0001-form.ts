import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Forms as JSON text, so that they come back as they were given. Without a project: the form of the team. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table form.form (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int,
      document json not null,
      updated_by text not null,
      updated_at timestamptz not null default now(),
      unique nulls not distinct (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'form.form');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table form.form`.execute(database);
  },
};
