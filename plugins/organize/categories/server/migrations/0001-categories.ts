import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/** Categories of projects, which items have them, and which people work on them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'categories.category', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('key', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('category_project_key', ['team_id', 'project_id', 'id'])
        .addUniqueConstraint('category_name', ['team_id', 'project_id', 'key'])
        .addForeignKeyConstraint(
          'category_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create table categories.item_category (
      team_id int not null,
      project_id int not null,
      item_id int not null,
      category_id int not null,
      created_at timestamptz not null default now(),
      primary key (team_id, item_id, category_id),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade,
      foreign key (team_id, project_id, category_id) references categories.category (team_id, project_id, id) on delete cascade
    )`.execute(database);
    await sql`create index item_category_items on categories.item_category (team_id, project_id, category_id, item_id)`.execute(
      database,
    );
    await sql`create table categories.contributor_category (
      team_id int not null,
      project_id int not null,
      contributor_id int not null,
      category_id int not null,
      created_at timestamptz not null default now(),
      primary key (team_id, contributor_id, category_id),
      foreign key (team_id, contributor_id) references projects.contributor (team_id, id) on delete cascade,
      foreign key (team_id, project_id, category_id) references categories.category (team_id, project_id, id) on delete cascade
    )`.execute(database);
    await sql`create index contributor_category_people on categories.contributor_category (team_id, project_id, category_id)`.execute(
      database,
    );
    for (const table of ['item_category', 'contributor_category'])
      await forceRowSecurity(database, `categories.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table categories.contributor_category, categories.item_category, categories.category`.execute(
      database,
    );
  },
};
