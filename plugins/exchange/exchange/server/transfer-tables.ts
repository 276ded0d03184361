import type { ColumnType, GeneratedAlways } from 'kysely';
import type { ExchangeOptions } from '../common/exchange/exchange-writer.ts';
import type {
  ImportChoices,
  ImportReading,
  ImportReport,
  ImportResult,
  ImportUndoResult,
} from '../common/import-api.ts';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** JSON text when written. */
type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface ExportTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  name: string;
  /** 1 in progress, 2 complete, 3 canceled, 4 failed. */
  status: ColumnType<number, number | undefined, number>;
  /** A number of `exportFormats`. */
  export_type: number;
  folder_ids: Json<number[]>;
  statuses: Json<number[]>;
  item_ids: Json<number[]>;
  /** The dataset version it is made of, and its name then. */
  version_id: Optional<number>;
  version_name: Optional<string>;
  only_pinned: boolean;
  include_originals: boolean;
  include_fuse: Defaulted<boolean>;
  include_project: Defaulted<boolean>;
  /** Storage that the archive is also sent to. */
  integration_id: Optional<number>;
  job_id: Optional<string>;
  blob_hash: Optional<string>;
  /** Bytes; the driver gives bigint as text. */
  size: ColumnType<string | null, number | null | undefined, number | null>;
  item_count: Optional<number>;
  /** Choices for the format. */
  options: Json<ExchangeOptions>;
  report: Json<string[]>;
  error: Json<{ code: string; message: string }>;
  creator_email: string;
  expires_at: ColumnType<Date, Date, Date>;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface ImportTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  name: string;
  /** A number of `importStates`. */
  status: ColumnType<number, number | undefined, number>;
  /** The file; null once it is no longer needed. */
  blob_hash: Optional<string>;
  size: ColumnType<string, number, number>;
  folder_id: Optional<number>;
  job_id: Optional<string>;
  /** The format as a person named it. */
  reading: Json<ImportReading>;
  report: Json<ImportReport>;
  choices: Json<ImportChoices>;
  result: Json<ImportResult>;
  added: Json<ImportAdded>;
  undo_result: Json<ImportUndoResult>;
  error: Json<{ code: string; message: string }>;
  creator_email: string;
  created_at: Stamp;
  updated_at: Stamp;
}

/** Ids of classes and folders that an import created. */
export interface ImportAdded {
  readonly classes: readonly number[];
  readonly folders: readonly number[];
}

export interface ImportChangeTable {
  team_id: number;
  import_id: number;
  item_id: number;
  /** The import created the item. */
  created: boolean;
  /** Of the annotations that the import stored; null when it stored none. */
  revision: number | null;
  status_before: number;
  status_after: number;
}

export interface TransferTables {
  'exchange.export': ExportTable;
  'exchange.import': ImportTable;
  'exchange.import_change': ImportChangeTable;
}
