import type { ColumnType, GeneratedAlways } from 'kysely';
import type { RowChoices, RowReport, RowResult } from '../common/rows-api.ts';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** JSON text when written. */
type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface RowImportTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  folder_id: Optional<number>;
  name: string;
  /** The upload's. */
  token: string;
  /** A number of `rowStates`. */
  status: ColumnType<number, number | undefined, number>;
  size: ColumnType<string, number, number>;
  /** The file with its token behind it, so that it is nobody else's; null once it is no longer needed. */
  blob_hash: Optional<string>;
  job_id: Optional<string>;
  choices: Json<RowChoices>;
  report: Json<RowReport>;
  result: Json<RowResult>;
  problem_count: Defaulted<number>;
  error: Json<{ code: string; message: string }>;
  creator_email: string;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface RowProblemTable {
  id: GeneratedAlways<string>;
  team_id: number;
  import_id: number;
  row: number;
  column_name: string;
  reason: string;
}

export interface RowTables {
  'form_rows.row_import': RowImportTable;
  'form_rows.row_problem': RowProblemTable;
}
