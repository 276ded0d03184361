import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { CustomMetadataTables } from './custom-metadata-tables.ts';

/** The field values of items for statements of other plugins: `${itemValueRows} as kept` in SQL. */
export const itemValueRows =
  sql.table<Selectable<CustomMetadataTables['item_fields.item_value']>>('item_fields.item_value');
