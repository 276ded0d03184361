import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/**
 * Events in the lives of items. Statement triggers write it, so that every way to change an item is recorded and bulk
 * work stays one step; its author is in the event of the same transaction, which is there when the transaction ends.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create schema if not exists item_details`.execute(database);
    await tenantTable(database, 'item_details.entry', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('item_id', 'integer', column => column.notNull())
        .addColumn('kind', 'text', column => column.notNull())
        .addColumn('before', 'text')
        .addColumn('after', 'text')
        .addColumn('role', 'integer')
        .addColumn('by_email', 'text')
        .addColumn('at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addForeignKeyConstraint(
          'entry_item',
          ['team_id', 'project_id', 'item_id'],
          'items.item' as never,
          ['team_id', 'project_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create index entry_list on item_details.entry (team_id, item_id, id)`.execute(database);
    await sql`create index if not exists event_log_when on kernel.event_log (team_id, at)`.execute(database);
    for (const statement of [ITEM_CHANGED, ASSIGNED, UNASSIGNED, REASSIGNED, SIGNED])
      await sql.raw(statement).execute(database);
    await sql`create trigger item_page_changed after update on items.item referencing old table as before new table as after for each statement execute function item_details.item_changed()`.execute(
      database,
    );
    await sql`create trigger item_page_assigned after insert on items.assignment referencing new table as after for each statement execute function item_details.assigned()`.execute(
      database,
    );
    await sql`create trigger item_page_unassigned after delete on items.assignment referencing old table as before for each statement execute function item_details.unassigned()`.execute(
      database,
    );
    await sql`create trigger item_page_reassigned after update on items.assignment referencing old table as before new table as after for each statement execute function item_details.reassigned()`.execute(
      database,
    );
    await sql`create constraint trigger item_page_signed after insert on item_details.entry deferrable initially deferred for each row execute function item_details.signed()`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop trigger item_page_changed on items.item`.execute(database);
    for (const name of ['assigned', 'unassigned', 'reassigned'])
      await sql`drop trigger ${sql.id(`item_page_${name}`)} on items.assignment`.execute(database);
    await sql`drop table item_details.entry`.execute(database);
    await sql`drop index kernel.event_log_when`.execute(database);
    await sql`drop function item_details.item_changed(), item_details.assigned(), item_details.unassigned(), item_details.reassigned(), item_details.signed()`.execute(
      database,
    );
  },
};

const wrote = (name: string, body: string): string =>
  `create function item_details.${name}() returns trigger language plpgsql as $body$ begin ${body} return null; end $body$`;
const INTO = 'insert into item_details.entry (team_id, project_id, item_id, kind, before, after, role)';

const ITEM_CHANGED = wrote(
  'item_changed',
  `${INTO}
  select now_is.team_id, now_is.project_id, now_is.id, change.kind, change.before, change.after, null
  from after now_is join before was on was.id = now_is.id
  cross join lateral (values
    ('status', was.annotation_status::text, now_is.annotation_status::text),
    ('approval', was.approval_status::text, now_is.approval_status::text),
    ('renamed', was.name::text, now_is.name::text),
    ('moved', was.folder_id::text, now_is.folder_id::text),
    (case when now_is.deleted_at is null then 'restored' else 'deleted' end, (was.deleted_at is null)::text, (now_is.deleted_at is null)::text)
  ) as change (kind, before, after)
  where change.before is distinct from change.after;`,
);
// Cascades take assignments of items that are gone: nothing is left to report.
const ASSIGNED = wrote(
  'assigned',
  `${INTO} select team_id, project_id, item_id, 'assigned', null, email, user_role from after;`,
);
const UNASSIGNED = wrote(
  'unassigned',
  `${INTO} select team_id, project_id, item_id, 'unassigned', email, null, user_role from before
  where exists (select from items.item i where i.team_id = before.team_id and i.project_id = before.project_id and i.id = before.item_id);`,
);
const REASSIGNED = wrote(
  'reassigned',
  `${INTO} select now_is.team_id, now_is.project_id, now_is.item_id, 'assigned', was.email, now_is.email, now_is.user_role
  from after now_is join before was on was.id = now_is.id where was.email is distinct from now_is.email;`,
);
const SIGNED = wrote(
  'signed',
  `update item_details.entry set by_email = (
    select by_email from kernel.event_log logged where logged.team_id = new.team_id and logged.at = new.at and logged.by_email is not null order by logged.seq limit 1
  ) where id = new.id;`,
);
