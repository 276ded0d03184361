import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/**
 * Layers of suggestions: a class, and the objects (by their id in the document) or entire pictures (an empty key) it is
 * suggested for. Accepted ones are those that have the class.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'explore.suggestion_set', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('class_id', 'integer', column => column.notNull())
        .addColumn('kind', 'text', column => column.notNull())
        .addColumn('item_id', 'integer', column => column.notNull())
        .addColumn('creator', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addForeignKeyConstraint(
          'suggestion_set_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create index suggestion_set_project on explore.suggestion_set (team_id, project_id, id)`.execute(
      database,
    );
    await sql`create table explore.suggestion (
      team_id int not null, project_id int not null, set_id int not null, item_id int not null, key text not null,
      score double precision not null, rejected boolean not null default false,
      primary key (team_id, set_id, item_id, key),
      foreign key (team_id, set_id) references explore.suggestion_set (team_id, id) on delete cascade,
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index suggestion_item on explore.suggestion (team_id, item_id)`.execute(database);
    await forceRowSecurity(database, 'explore.suggestion');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table explore.suggestion, explore.suggestion_set`.execute(database);
  },
};
