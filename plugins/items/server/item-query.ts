import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { FieldSource, QuerySource } from '#core/data/server/index.ts';
import type { ItemTables } from './items-tables.ts';

/** Tables in which a condition is read: items under the name `item`. */
export interface QueriedItems extends ItemTables {
  item: ItemTables['items.item'];
}

const assigned = (matching: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from items.assignment as assigned where assigned.team_id = item.team_id and assigned.item_id = item.id and ${matching})`;

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
  'assignments.user_id': { kind: 'email', value: sql.ref('assigned.email'), within: assigned },
  'assignments.user_role': { kind: 'integer', value: sql.ref('assigned.user_role'), within: assigned },
};

/** Who is assigned to an item in one role. */
export const assignedSource = (role: number): FieldSource => ({ kind: 'email', value: sql.ref('assigned.email'), within: matching => assigned(sql<SqlBool>`assigned.user_role = ${role}::int and ${matching}`) });

/** Where the fields of `itemQuery` stand, over items under the name `item`; `more` are those of other plugins. */
export const itemSource = (more: ReadonlyMap<string, FieldSource>): QuerySource => name => (Object.hasOwn(sources, name) ? sources[name] : more.get(name));
