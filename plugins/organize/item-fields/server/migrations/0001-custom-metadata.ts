import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/** Fields of projects, and what items have in them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'item_fields.field', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('spec', 'jsonb', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('field_name', ['team_id', 'project_id', 'name'])
        .addForeignKeyConstraint(
          'field_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create table item_fields.item_value (
      team_id int not null,
      project_id int not null,
      item_id int not null,
      data jsonb not null,
      primary key (team_id, item_id),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index item_value_project on item_fields.item_value (team_id, project_id)`.execute(database);
    await forceRowSecurity(database, 'item_fields.item_value');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table item_fields.item_value, item_fields.field`.execute(database);
  },
};
