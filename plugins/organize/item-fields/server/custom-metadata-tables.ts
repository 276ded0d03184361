import type { ColumnType, GeneratedAlways } from 'kysely';
import type { FieldSpec } from '../common/field-spec.ts';

/** JSON text when written. */
type Json<T> = ColumnType<T, string, string>;

export interface FieldTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  name: string;
  spec: Json<FieldSpec>;
  created_at: ColumnType<Date, Date | undefined, Date>;
}

export interface ItemValueTable {
  team_id: number;
  project_id: number;
  item_id: number;
  /** Field name to value. */
  data: Json<Readonly<Record<string, string | number>>>;
}

export interface CustomMetadataTables {
  'item_fields.field': FieldTable;
  'item_fields.item_value': ItemValueTable;
}
