import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/** Returns whether the optional plugin that keeps the history of items is installed. */
async function hasHistory(database: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('item_details.entry') is not null as there`.execute(
    database,
  );
  return rows[0]?.there === true;
}

/**
 * The log of status changes, the counts of what documents contain, and how far a project is counted. All go with
 * their item.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'analytics.transition', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('item_id', 'integer', column => column.notNull())
        .addColumn('from_status', 'integer', column => column.notNull())
        .addColumn('to_status', 'integer', column => column.notNull())
        .addColumn('email', 'text')
        .addColumn('role', 'integer')
        .addColumn('source', 'text')
        .addColumn('at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addForeignKeyConstraint(
          'transition_item',
          ['team_id', 'project_id', 'item_id'],
          'items.item' as never,
          ['team_id', 'project_id', 'id'] as never,
          key => key.onDelete('cascade').onUpdate('cascade'),
        ),
    );
    await sql`create index transition_item_order on analytics.transition (team_id, item_id, id)`.execute(database);
    await sql`create index transition_time on analytics.transition (team_id, project_id, at)`.execute(database);
    await sql`create index transition_person on analytics.transition (team_id, project_id, email, item_id)`.execute(
      database,
    );
    await sql`create table analytics.document (
      team_id int not null, project_id int not null, item_id int not null, revision int not null, objects int not null,
      primary key (team_id, item_id),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id,
        id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create table analytics.object_count (
      team_id int not null, project_id int not null, item_id int not null,
      class_id int not null, type text not null, email text not null, creation text not null, made_on date,
      objects int not null, disapproved int not null, approved int not null,
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id,
        id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index object_count_item on analytics.object_count (team_id, item_id)`.execute(database);
    await sql`create index object_count_project on analytics.object_count (team_id, project_id, email)`.execute(
      database,
    );
    await sql`create table analytics.answer_count (
      team_id int not null, project_id int not null, item_id int not null,
      class_id int not null, group_id int not null, value_id int not null, answers int not null,
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id,
        id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index answer_count_item on analytics.answer_count (team_id, item_id)`.execute(database);
    await sql`create index answer_count_project on analytics.answer_count (team_id, project_id)`.execute(database);
    await sql`create table analytics.reason_count (
      team_id int not null, project_id int not null, item_id int not null,
      email text not null, reviewer text not null, reason text not null, objects int not null,
      foreign key (team_id, project_id, item_id)
        references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index reason_count_item on analytics.reason_count (team_id, item_id)`.execute(database);
    await sql`create index reason_count_project on analytics.reason_count (team_id, project_id)`.execute(database);
    await sql`create table analytics.calculation (
      team_id int not null, project_id int not null, job_id uuid, done_at timestamptz,
      primary key (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    for (const table of ['document', 'object_count', 'answer_count', 'reason_count', 'calculation'])
      await forceRowSecurity(database, `analytics.${table}`);
    // Reports read the history of a project; its own pages read that of an item.
    if (await hasHistory(database)) {
      await sql`create index if not exists entry_project on item_details.entry (team_id, project_id, kind, at)`.execute(
        database,
      );
    }
  },
  async down(database: Kysely<unknown>): Promise<void> {
    if (await hasHistory(database)) await sql`drop index if exists item_details.entry_project`.execute(database);
    await sql`drop table analytics.calculation, analytics.reason_count, analytics.answer_count, analytics.object_count,
      analytics.document,
      analytics.transition`.execute(database);
  },
};
