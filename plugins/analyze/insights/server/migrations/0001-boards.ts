import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Boards of projects with their charts. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'insights.board', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('charts', 'jsonb', column => column.notNull())
        .addColumn('version', 'integer', column => column.notNull().defaultTo(1))
        .addColumn('creator', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addForeignKeyConstraint(
          'board_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create unique index board_name on insights.board (team_id, project_id, lower(name))`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table insights.board`.execute(database);
  },
};
