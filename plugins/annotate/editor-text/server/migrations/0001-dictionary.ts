import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** The dictionary of a text project: its terms with their classes, as one document. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table editor_text.dictionary (
      team_id int not null,
      project_id int not null,
      version int not null,
      document jsonb not null,
      updated_by text not null,
      updated_at timestamptz not null default now(),
      primary key (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'editor_text.dictionary');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table editor_text.dictionary`.execute(database);
  },
};
