import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { HistoryTables } from './item-history.ts';

/** The history of items for statements of other plugins: `${historyRows} as entry` in SQL. */
export const historyRows = sql.table<Selectable<HistoryTables['item_details.entry']>>('item_details.entry');
