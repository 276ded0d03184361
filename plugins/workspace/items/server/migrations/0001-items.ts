import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, tenantTable } from '#core/data/server/index.ts';

/**
 * Folders, items, who is assigned, and the numbers of items per folder and status that lists of any size need at once.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'items.folder', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('status', 'smallint')
        .addColumn('is_root', 'boolean', column => column.notNull().defaultTo(false))
        .addColumn('deleted_at', 'timestamptz')
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('folder_project_key', ['team_id', 'project_id', 'id'])
        .addForeignKeyConstraint(
          'folder_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create unique index folder_name on items.folder (team_id, project_id, lower(name)) where deleted_at is null`.execute(
      database,
    );
    await sql`create unique index folder_root on items.folder (team_id, project_id) where is_root`.execute(database);

    await tenantTable(database, 'items.item', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('folder_id', 'integer', column => column.notNull())
        // Bytewise order is the same on every database and the fastest to compare.
        .addColumn('name', sql`text collate "C"`, column => column.notNull())
        .addColumn('annotation_status', 'smallint', column => column.notNull().defaultTo(1))
        .addColumn('approval_status', 'smallint', column => column.notNull().defaultTo(0))
        .addColumn('is_pinned', 'boolean', column => column.notNull().defaultTo(false))
        .addColumn('entropy_value', 'double precision')
        .addColumn('source', 'smallint', column => column.notNull().defaultTo(1))
        .addColumn('url', 'text')
        .addColumn('blob_hash', 'text')
        .addColumn('mime', 'text')
        .addColumn('size', 'bigint')
        .addColumn('width', 'integer')
        .addColumn('height', 'integer')
        .addColumn('thumbnail_hash', 'text')
        .addColumn('lores_hash', 'text')
        .addColumn('display_hash', 'text')
        .addColumn('metadata', 'jsonb', column => column.notNull().defaultTo(sql`'{}'::jsonb`))
        .addColumn('deleted_at', 'timestamptz')
        .addColumn('deleted_by', 'text')
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('item_project_key', ['team_id', 'project_id', 'id'])
        .addForeignKeyConstraint(
          'item_folder',
          ['team_id', 'project_id', 'folder_id'],
          'items.folder' as never,
          ['team_id', 'project_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create unique index item_name on items.item (team_id, folder_id, name) where deleted_at is null`.execute(
      database,
    );
    // The list's orders, in a folder and in the whole project; what an index holds is read without touching the table.
    await sql`create index item_folder_list on items.item (team_id, project_id, folder_id, name, id) include (annotation_status) where deleted_at is null`.execute(
      database,
    );
    await sql`create index item_project_list on items.item (team_id, project_id, name, id) include (annotation_status, folder_id) where deleted_at is null`.execute(
      database,
    );
    await sql`create index item_status_list on items.item (team_id, project_id, annotation_status, name, id) include (folder_id) where deleted_at is null`.execute(
      database,
    );
    await sql`create index item_updated_list on items.item (team_id, project_id, updated_at, id) where deleted_at is null`.execute(
      database,
    );
    await sql`create index item_pinned on items.item (team_id, project_id, name, id) where is_pinned and deleted_at is null`.execute(
      database,
    );
    await sql`create index item_deleted on items.item (team_id, project_id, deleted_at, id) where deleted_at is not null`.execute(
      database,
    );

    await tenantTable(database, 'items.assignment', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('item_id', 'integer', column => column.notNull())
        .addColumn('email', 'text', column => column.notNull())
        .addColumn('user_role', 'integer', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addUniqueConstraint('assignment_role', ['team_id', 'item_id', 'user_role'])
        .addForeignKeyConstraint(
          'assignment_item',
          ['team_id', 'project_id', 'item_id'],
          'items.item' as never,
          ['team_id', 'project_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create index assignment_person on items.assignment (team_id, project_id, email, item_id)`.execute(
      database,
    );

    await sql`create table items.tally (
      team_id int not null,
      project_id int not null,
      folder_id int not null,
      annotation_status smallint not null,
      items int not null,
      primary key (team_id, project_id, folder_id, annotation_status),
      foreign key (team_id, project_id, folder_id) references items.folder (team_id, project_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'items.tally');
    await keepTally(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table items.tally, items.assignment, items.item, items.folder`.execute(database);
    await sql`drop function items.tally_added(), items.tally_removed(), items.tally_changed()`.execute(database);
  },
};

/**
 * Counting half a million rows takes a tenth of a second; the tally is kept by statement triggers, so that bulk work
 * stays one step.
 */
async function keepTally(database: Kysely<unknown>): Promise<void> {
  const apply = (change: string): string => `
    create function items.tally_${change === 'insert' ? 'added' : change === 'delete' ? 'removed' : 'changed'}() returns trigger language plpgsql as $body$
    begin
      insert into items.tally (team_id, project_id, folder_id, annotation_status, items)
      select team_id, project_id, folder_id, annotation_status, sum(step)::int from (
        ${change === 'insert' ? '' : 'select team_id, project_id, folder_id, annotation_status, -1 as step from before where deleted_at is null'}
        ${change === 'update' ? 'union all' : ''}
        ${change === 'delete' ? '' : 'select team_id, project_id, folder_id, annotation_status, 1 as step from after where deleted_at is null'}
      ) steps
      -- The last items go with their folder: nothing is left to count.
      where exists (select from items.folder f where f.team_id = steps.team_id and f.id = steps.folder_id)
      group by team_id, project_id, folder_id, annotation_status having sum(step) <> 0
      -- Always in this order, so that two bulk changes wait for one another instead of for each other.
      order by team_id, project_id, folder_id, annotation_status
      on conflict (team_id, project_id, folder_id, annotation_status) do update set items = items.tally.items + excluded.items;
      return null;
    end $body$`;
  for (const change of ['insert', 'delete', 'update']) await sql.raw(apply(change)).execute(database);
  await sql`create trigger tally_added after insert on items.item referencing new table as after for each statement execute function items.tally_added()`.execute(
    database,
  );
  await sql`create trigger tally_removed after delete on items.item referencing old table as before for each statement execute function items.tally_removed()`.execute(
    database,
  );
  await sql`create trigger tally_changed after update on items.item referencing old table as before new table as after for each statement execute function items.tally_changed()`.execute(
    database,
  );
}
