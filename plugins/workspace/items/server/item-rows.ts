import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { ItemRow, ItemTables } from './items-tables.ts';

/** Items for statements of other plugins: `itemRows.as('item')` in Kysely, `${itemRows} as item` in SQL. */
export const itemRows = sql.table<ItemRow>('items.item');

/** Folders for statements of other plugins. */
export const folderRows = sql.table<Selectable<ItemTables['items.folder']>>('items.folder');

/** The people that work on items, by role, for statements of other plugins. */
export const assignmentRows = sql.table<Selectable<ItemTables['items.assignment']>>('items.assignment');

/** The people whose queue offers the items of a folder first, for statements of other plugins. */
export const folderPersonRows = sql.table<Selectable<ItemTables['items.folder_user']>>('items.folder_user');

/** Counts of present items by folder and status, for statements of other plugins. */
export const tallyRows = sql.table<Selectable<ItemTables['items.tally']>>('items.tally');
