import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/**
 * Versions of a dataset. Their items stay when the items themselves are deleted, so they name no item as a foreign key.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'explore.snapshot', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('query', 'text', column => column.notNull())
        .addColumn('folder_id', 'integer')
        .addColumn('subset_id', 'integer')
        .addColumn('creator', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('job_id', 'uuid')
        .addColumn('blob_hash', 'text')
        .addColumn('size', 'bigint')
        .addColumn('items', 'integer')
        .addUniqueConstraint('snapshot_project_key', ['team_id', 'project_id', 'id'])
        .addUniqueConstraint('snapshot_name', ['team_id', 'project_id', 'name'])
        .addForeignKeyConstraint(
          'snapshot_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create table explore.snapshot_item (
      team_id int not null, project_id int not null, snapshot_id int not null, item_id int not null,
      name text not null, revision int not null, digest text not null, primary key (team_id, snapshot_id, item_id),
      foreign key (team_id, project_id, snapshot_id) references explore.snapshot (team_id, project_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'explore.snapshot_item');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table explore.snapshot_item, explore.snapshot`.execute(database);
  },
};
