import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/** Large annotations on their way in parts, and deletions of annotations that scripts ask after. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table annotation_api.upload (
      team_id int not null,
      upload_id uuid not null,
      project_id int not null,
      item_id int not null,
      creator_id int not null,
      state text not null,
      reason text,
      created_at timestamptz not null default now(),
      primary key (team_id, upload_id),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index upload_item on annotation_api.upload (team_id, item_id, created_at)`.execute(database);
    await sql`create index upload_age on annotation_api.upload (team_id, created_at)`.execute(database);
    await sql`create table annotation_api.upload_part (
      team_id int not null,
      upload_id uuid not null,
      chunk_id int not null,
      content text not null,
      characters int not null,
      primary key (team_id, upload_id, chunk_id),
      foreign key (team_id, upload_id) references annotation_api.upload (team_id, upload_id) on delete cascade
    )`.execute(database);
    // Parts live for minutes: packing them costs more than their space.
    await sql`alter table annotation_api.upload_part alter column content set storage external`.execute(database);
    for (const table of ['upload', 'upload_part']) await forceRowSecurity(database, `annotation_api.${table}`);
    await tenantTable(database, 'annotation_api.removal', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('creator_id', 'integer', column => column.notNull())
        .addColumn('items', 'integer', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addForeignKeyConstraint(
          'removal_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table annotation_api.removal, annotation_api.upload_part, annotation_api.upload`.execute(database);
  },
};
