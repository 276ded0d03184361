import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Authors are looked up and written once for all entries of a transaction, not once for each, and former values are
 * joined with present ones by grouping: the plan of a trigger is made at the first change of a session, often of one
 * item, and a join kept from then is a loop of a million steps for a thousand items.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create index entry_unsigned on item_details.entry (team_id, at) where by_email is null`.execute(database);
    for (const statement of [SIGNED_TOGETHER, CHANGED_BY_GROUP, REASSIGNED_BY_GROUP])
      await sql.raw(statement).execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    for (const statement of [SIGNED_EACH, CHANGED_BY_JOIN, REASSIGNED_BY_JOIN])
      await sql.raw(statement).execute(database);
    await sql`drop index item_details.entry_unsigned`.execute(database);
  },
};

const trigger = (name: string, body: string): string =>
  `create or replace function item_details.${name}() returns trigger language plpgsql as $body$ ${body} $body$`;
const INTO = 'insert into item_details.entry (team_id, project_id, item_id, kind, before, after, role)';

// The first entry signs all of its transaction. The inner query is kept apart (offset 0), so that the log is entered by
// the time and not walked by its numbers.
const SIGNED_TOGETHER = trigger(
  'signed',
  `
  declare
    who text;
  begin
    if not exists (select from item_details.entry e where e.id = new.id and e.by_email is null) then return null; end if;
    select found.by_email into who from (
      select logged.by_email, logged.seq from kernel.event_log logged where logged.team_id = new.team_id and logged.at = new.at and logged.by_email is not null offset 0
    ) found order by found.seq limit 1;
    if who is not null then update item_details.entry set by_email = who where team_id = new.team_id and at = new.at and by_email is null; end if;
    return null;
  end`,
);

const SIDE =
  'id, team_id, project_id, annotation_status, approval_status, name, folder_id, deleted_at is null as present';
const CHANGED_BY_GROUP = trigger(
  'item_changed',
  `
  begin
    ${INTO}
    select item.team_id, item.project_id, item.id, change.kind, change.before, change.after, null
    from (
      select id, max(team_id) as team_id, max(project_id) as project_id,
        max(annotation_status) filter (where not now_is) as status_was, max(annotation_status) filter (where now_is) as status,
        max(approval_status) filter (where not now_is) as approval_was, max(approval_status) filter (where now_is) as approval,
        max(name) filter (where not now_is) as name_was, max(name) filter (where now_is) as name,
        max(folder_id) filter (where not now_is) as folder_was, max(folder_id) filter (where now_is) as folder,
        bool_and(present) filter (where not now_is) as present_was, bool_and(present) filter (where now_is) as present
      from (select false as now_is, ${SIDE} from before union all select true, ${SIDE} from after) sides group by id
    ) item
    cross join lateral (values
      ('status', item.status_was::text, item.status::text),
      ('approval', item.approval_was::text, item.approval::text),
      ('renamed', item.name_was::text, item.name::text),
      ('moved', item.folder_was::text, item.folder::text),
      (case when item.present then 'restored' else 'deleted' end, item.present_was::text, item.present::text)
    ) as change (kind, before, after)
    where change.before is distinct from change.after;
    return null;
  end`,
);
const REASSIGNED_BY_GROUP = trigger(
  'reassigned',
  `
  begin
    ${INTO}
    select team_id, project_id, item_id, 'assigned', email_was, email, user_role
    from (
      select id, max(team_id) as team_id, max(project_id) as project_id, max(item_id) as item_id, max(user_role) filter (where now_is) as user_role,
        max(email) filter (where not now_is) as email_was, max(email) filter (where now_is) as email
      from (select false as now_is, id, team_id, project_id, item_id, user_role, email from before union all select true, id, team_id, project_id, item_id, user_role, email from after) sides group by id
    ) assignment
    where email_was is distinct from email;
    return null;
  end`,
);

const SIGNED_EACH = trigger(
  'signed',
  `begin update item_details.entry set by_email = (
    select by_email from kernel.event_log logged where logged.team_id = new.team_id and logged.at = new.at and logged.by_email is not null order by logged.seq limit 1
  ) where id = new.id; return null; end`,
);
const CHANGED_BY_JOIN = trigger(
  'item_changed',
  `begin ${INTO}
  select now_is.team_id, now_is.project_id, now_is.id, change.kind, change.before, change.after, null
  from after now_is join before was on was.id = now_is.id
  cross join lateral (values
    ('status', was.annotation_status::text, now_is.annotation_status::text),
    ('approval', was.approval_status::text, now_is.approval_status::text),
    ('renamed', was.name::text, now_is.name::text),
    ('moved', was.folder_id::text, now_is.folder_id::text),
    (case when now_is.deleted_at is null then 'restored' else 'deleted' end, (was.deleted_at is null)::text, (now_is.deleted_at is null)::text)
  ) as change (kind, before, after)
  where change.before is distinct from change.after; return null; end`,
);
const REASSIGNED_BY_JOIN = trigger(
  'reassigned',
  `begin ${INTO} select now_is.team_id, now_is.project_id, now_is.item_id, 'assigned', was.email, now_is.email, now_is.user_role
  from after now_is join before was on was.id = now_is.id where was.email is distinct from now_is.email; return null; end`,
);
