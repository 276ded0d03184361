import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Uploads that are under way; their bytes lie in a temporary folder under `token`. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'items.upload', table =>
      table
        .addColumn('token', 'text', column => column.notNull().unique())
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('folder_id', 'integer', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('size', 'bigint', column => column.notNull())
        .addColumn('on_duplicate', 'text', column => column.notNull())
        .addColumn('outcome', 'jsonb')
        .addColumn('creator_email', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('expires_at', 'timestamptz', column => column.notNull())
        .addForeignKeyConstraint(
          'upload_folder',
          ['team_id', 'project_id', 'folder_id'],
          'items.folder' as never,
          ['team_id', 'project_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create index upload_creator on items.upload (team_id, creator_email, id)`.execute(database);
    await sql`create index upload_expiry on items.upload (expires_at)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table items.upload`.execute(database);
  },
};
