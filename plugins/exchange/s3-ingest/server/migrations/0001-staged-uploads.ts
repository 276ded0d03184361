import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Files that wait to become items. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 's3_ingest.staged_upload', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('key', 'text', column => column.notNull())
        .addColumn('blob_hash', 'text', column => column.notNull())
        .addColumn('size', 'bigint', column => column.notNull())
        .addColumn('mime', 'text', column => column.notNull())
        .addColumn('etag', 'text', column => column.notNull())
        .addColumn('creator_email', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('expires_at', 'timestamptz', column => column.notNull())
        .addUniqueConstraint('staged_upload_key', ['team_id', 'key'])
        .addForeignKeyConstraint(
          'staged_upload_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create index staged_upload_expiry on s3_ingest.staged_upload (team_id, expires_at)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table s3_ingest.staged_upload`.execute(database);
  },
};
