import { sql } from 'kysely';
import type { ItemFilter, ItemSort } from '../common/api.ts';
import type { ItemQuery } from './item-reader.ts';
import type { ItemTable } from './items-tables.ts';

const columns: Readonly<Record<ItemSort, keyof ItemTable>> = {
  name: 'sort_key',
  created: 'id',
  updated: 'updated_at',
  status: 'annotation_status',
  priority: 'entropy_value',
  size: 'size',
};

/** Sorts a list as its filter says, or the other way round. */
export function ordered(matching: ItemQuery<object>, filter: ItemFilter, backwards: boolean): ItemQuery<object> {
  const sort = filter.sort ?? (filter.deleted === true ? undefined : 'name');
  const descending = ((filter.order ?? (sort === undefined ? 'desc' : 'asc')) === 'desc') !== backwards;
  const direction = descending ? 'desc' : 'asc';
  const column = sort === undefined ? 'deleted_at' : columns[sort];
  const nulls = column === 'entropy_value' || column === 'size';
  const sorted = nulls
    ? matching
        .orderBy(sql`item.${sql.ref(column)} is null`, backwards ? 'desc' : 'asc')
        .orderBy(`item.${column}`, direction)
    : matching.orderBy(`item.${column}`, direction);
  return (column === 'annotation_status' ? sorted.orderBy('item.sort_key', direction) : sorted).orderBy(
    'item.id',
    direction,
  );
}
