import type { ColumnType, GeneratedAlways } from 'kysely';

/** A file that was put and does not yet belong to an item. */
export interface StagedUploadTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  /** Prefix and name, without the bucket. */
  key: string;
  blob_hash: string;
  /** Bytes; the driver gives bigint as text. */
  size: ColumnType<string, number, number>;
  mime: string;
  /** MD5 as hex. */
  etag: string;
  creator_email: string;
  created_at: ColumnType<Date, Date | undefined, Date>;
  expires_at: ColumnType<Date, Date, Date>;
}

export interface ObjectTables {
  's3_ingest.staged_upload': StagedUploadTable;
}
