import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { FieldSource, QuerySource } from '#core/data/server/index.ts';
import type { ItemTables } from './items-tables.ts';

/** Tables in which a condition is read: items under the name `item`. */
export interface QueriedItems extends ItemTables {
  item: ItemTables['items.item'];
}

/** Assignments the caller sees, as a condition on rows named `assigned`; undefined: all. */
export type VisibleRows = RawBuilder<SqlBool> | undefined;

const assigned =
  (visible: VisibleRows) =>
  (matching: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
    sql<SqlBool>`exists (select 1 from items.assignment as assigned where assigned.team_id = item.team_id and assigned.item_id = item.id and ${matching}${visible === undefined ? sql`` : sql` and ${visible}`})`;

const sources: Readonly<Record<string, FieldSource>> = {
  id: { kind: 'integer', value: sql.ref('item.id') },
  name: { kind: 'text', value: sql.ref('item.name'), lowered: sql.ref('item.name_key') },
  folder_id: { kind: 'integer', value: sql.ref('item.folder_id') },
  annotation_status: { kind: 'integer', value: sql.ref('item.annotation_status') },
  approval_status: { kind: 'integer', value: sql.ref('item.approval_status') },
  is_pinned: { kind: 'flag', value: sql.ref('item.is_pinned') },
  entropy_value: { kind: 'number', value: sql.ref('item.entropy_value') },
  createdAt: { kind: 'time', value: sql.ref('item.created_at') },
  updatedAt: { kind: 'time', value: sql.ref('item.updated_at') },
};

/**
 * Returns the source of assigned people: in any role, or in the one of `assignments.ROLE.user_id`. Finds only
 * assignments the caller may see.
 */
export function assignedSource(name: string, visible: VisibleRows): FieldSource | undefined {
  const within = assigned(visible);
  if (name === 'assignments.user_id') return { kind: 'email', value: sql.ref('assigned.email'), within };
  if (name === 'assignments.user_role') return { kind: 'integer', value: sql.ref('assigned.user_role'), within };
  const [, role] = /^assignments\.(\d{1,5})\.user_id$/.exec(name) ?? [];
  return role === undefined
    ? undefined
    : {
        kind: 'email',
        value: sql.ref('assigned.email'),
        within: matching => within(sql<SqlBool>`assigned.user_role = ${Number(role)}::int and ${matching}`),
      };
}

/** Sources of the fields of `itemQuery`, over items under the name `item`; `more` are those of other plugins. */
export const itemSource =
  (more: ReadonlyMap<string, FieldSource>, visible: VisibleRows): QuerySource =>
  name =>
    Object.hasOwn(sources, name) ? sources[name] : (assignedSource(name, visible) ?? more.get(name));
