import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Files that were uploaded into fields of forms. A copied item has the same files under the same ids. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table editor_form.file (
      team_id int not null,
      project_id int not null,
      item_id int not null,
      id text not null,
      component_id text not null,
      blob_hash text not null,
      name text not null,
      mime text not null,
      size bigint not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      primary key (team_id, item_id, id),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'editor_form.file');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table editor_form.file`.execute(database);
  },
};
