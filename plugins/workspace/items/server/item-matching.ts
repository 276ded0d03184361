import type { Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { ItemFilter } from '../common/api.ts';
import type { VisibleRows } from './item-query.ts';
import { assignedSource } from './item-query.ts';
import type { ItemQuery } from './item-reader.ts';
import type { ItemTables } from './items-tables.ts';

/**
 * Counts the items that match. By a part of the name, it asks in the order of an index that holds names, so that the
 * database reads the index and not the table.
 */
export async function counted(trx: Kysely<ItemTables>, matching: ItemQuery<object>, byName: boolean): Promise<number> {
  const number = sql<number>`count(*)::int`.as('items');
  const query = byName
    ? trx.selectFrom(matching.select('item.id').orderBy('item.sort_key').orderBy('item.id').as('found')).select(number)
    : matching.select(number);
  return (await query.executeTakeFirstOrThrow()).items;
}

/** Narrows a query to the fields of a filter that are columns of the item. */
export function filtered(query: ItemQuery<object>, filter: ItemFilter, visible?: VisibleRows): ItemQuery<object> {
  let found = query;
  if (filter.folder_id !== undefined) found = found.where('item.folder_id', '=', filter.folder_id);
  if (filter.status !== undefined && filter.status.length > 0)
    found = found.where('item.annotation_status', 'in', [...filter.status]);
  if (filter.approval !== undefined && filter.approval.length > 0)
    found = found.where('item.approval_status', 'in', [...filter.approval]);
  if (filter.pinned !== undefined) found = found.where('item.is_pinned', '=', filter.pinned);
  if (filter.name !== undefined && filter.name !== '')
    found = found.where(sql<boolean>`strpos(item.name_key, lower(${filter.name}::text)) > 0`);
  if (filter.assignee === 'none') {
    found = found.where(
      sql<boolean>`not ${assignedSource('assignments.user_id', visible)!.within!(sql<SqlBool>`true`)}`,
    );
  }
  return found;
}

/** Counts present items by status from the tally, for callers who see all items. */
export function tallied(
  trx: Kysely<ItemTables>,
  projectId: number,
  filter: Pick<ItemFilter, 'folder_id' | 'status'>,
): Promise<{ annotation_status: number; items: number }[]> {
  return trx
    .selectFrom('items.tally')
    .select(['annotation_status', sql<number>`sum(items)::int`.as('items')])
    .where('project_id', '=', projectId)
    .$if(filter.folder_id !== undefined, query => query.where('folder_id', '=', filter.folder_id!))
    .$if((filter.status ?? []).length > 0, query => query.where('annotation_status', 'in', [...filter.status!]))
    .groupBy('annotation_status')
    .execute();
}
