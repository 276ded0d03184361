import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/** Groups, who is in them, and what they are given. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'groups.team_group', table =>
      table
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('description', 'text')
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addForeignKeyConstraint('team_group_of_team', ['team_id'], 'tenancy.team' as never, ['id'] as never, key =>
          key.onDelete('cascade'),
        ),
    );
    await sql`create unique index team_group_name on groups.team_group (team_id, lower(name))`.execute(database);
    await sql`create table groups.member (
      team_id int not null,
      group_id int not null,
      email text not null,
      primary key (team_id, email),
      foreign key (team_id, group_id) references groups.team_group (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index member_group on groups.member (team_id, group_id)`.execute(database);
    await sql`create table groups.scope (
      team_id int not null,
      group_id int not null,
      project_id int not null,
      role int not null,
      folder_ids int[],
      primary key (team_id, group_id, project_id),
      foreign key (team_id, group_id) references groups.team_group (team_id, id) on delete cascade,
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index scope_project on groups.scope (team_id, project_id)`.execute(database);
    for (const table of ['member', 'scope']) await forceRowSecurity(database, `groups.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table groups.scope, groups.member, groups.team_group`.execute(database);
  },
};
