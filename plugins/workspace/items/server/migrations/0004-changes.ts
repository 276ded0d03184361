import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/**
 * Changes of many items at once, how far they are, and what each changed item had before, so that they can be taken
 * back.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'items.change', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('kind', 'text', column => column.notNull())
        .addColumn('value', 'jsonb', column => column.notNull())
        .addColumn('selection', 'jsonb', column => column.notNull())
        .addColumn('undoable', 'boolean', column => column.notNull())
        .addColumn('undo_of', 'integer')
        .addColumn('undone_by', 'integer')
        .addColumn('job_id', 'uuid')
        .addColumn('total', 'integer', column => column.notNull())
        .addColumn('changed', 'integer', column => column.notNull().defaultTo(0))
        .addColumn('same', 'integer', column => column.notNull().defaultTo(0))
        .addColumn('since', 'integer', column => column.notNull().defaultTo(0))
        .addColumn('refused', 'jsonb', column => column.notNull().defaultTo(sql`'[]'::jsonb`))
        .addColumn('reached', 'integer', column => column.notNull().defaultTo(0))
        .addColumn('last_item', 'integer', column => column.notNull().defaultTo(2_147_483_647))
        .addColumn('creator_email', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('finished_at', 'timestamptz')
        .addForeignKeyConstraint(
          'change_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create index change_person on items.change (team_id, creator_email, id)`.execute(database);
    await sql`create index change_project_list on items.change (team_id, project_id)`.execute(database);
    await sql`create index change_age on items.change (created_at)`.execute(database);
    await sql`create table items.former (
      team_id int not null,
      change_id int not null,
      item_id int not null,
      before jsonb not null,
      after jsonb not null,
      primary key (team_id, change_id, item_id),
      foreign key (team_id, change_id) references items.change (team_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'items.former');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table items.former, items.change`.execute(database);
  },
};
