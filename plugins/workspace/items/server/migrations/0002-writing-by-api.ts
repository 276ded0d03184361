import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Items that lie in an integration, people of folders, and copies that are under way. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table items.item add column integration_id int`.execute(database);
    // Scripts walk a folder in the order its items were made; without this the database walks the whole project.
    await sql`create index item_folder_age on items.item (team_id, project_id, folder_id, id) include (annotation_status, approval_status) where deleted_at is null`.execute(
      database,
    );
    await tenantTable(database, 'items.folder_user', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('folder_id', 'integer', column => column.notNull())
        .addColumn('email', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('folder_user_email', ['team_id', 'folder_id', 'email'])
        .addForeignKeyConstraint(
          'folder_user_folder',
          ['team_id', 'project_id', 'folder_id'],
          'items.folder' as never,
          ['team_id', 'project_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create index folder_user_person on items.folder_user (team_id, project_id, email)`.execute(database);
    await tenantTable(database, 'items.copy', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('request', 'jsonb', column => column.notNull())
        .addColumn('older', 'boolean', column => column.notNull())
        .addColumn('job_id', 'uuid')
        .addColumn('done', 'integer', column => column.notNull().defaultTo(0))
        .addColumn('skipped', 'integer', column => column.notNull().defaultTo(0))
        .addColumn('total', 'integer', column => column.notNull())
        .addColumn('creator_email', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addForeignKeyConstraint(
          'copy_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create index copy_age on items.copy (team_id, project_id, created_at)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table items.copy, items.folder_user`.execute(database);
    await sql`drop index items.item_folder_age`.execute(database);
    await sql`alter table items.item drop column integration_id`.execute(database);
  },
};
