import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Instructions of projects: a text that counts its changes, and files whose versions are kept. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'projects.instructions', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('document', 'jsonb', column => column.notNull())
        .addColumn('version', 'integer', column => column.notNull())
        .addColumn('updated_by', 'text', column => column.notNull())
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('instructions_project', ['team_id', 'project_id'])
        .addForeignKeyConstraint(
          'instructions_of',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await tenantTable(database, 'projects.instruction_file', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('version', 'integer', column => column.notNull())
        .addColumn('blob_hash', 'text', column => column.notNull())
        .addColumn('size', 'bigint', column => column.notNull())
        .addColumn('creator_email', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('instruction_file_version', ['team_id', 'project_id', 'name', 'version'])
        .addForeignKeyConstraint(
          'instruction_file_of',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table projects.instruction_file, projects.instructions`.execute(database);
  },
};
