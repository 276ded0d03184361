import type { ColumnType, GeneratedAlways } from 'kysely';

type Stamp = ColumnType<Date, Date | undefined, never>;

/** State of a large annotation: parts may come, all came, it is stored, it cannot be. */
export type UploadState = 'open' | 'finished' | 'stored' | 'failed';

export interface UploadTable {
  team_id: number;
  upload_id: string;
  project_id: number;
  item_id: number;
  creator_id: number;
  state: UploadState;
  /** Why it failed. */
  reason: string | null;
  created_at: Stamp;
}

export interface UploadPartTable {
  team_id: number;
  upload_id: string;
  /** From 1. */
  chunk_id: number;
  content: string;
  characters: number;
}

export interface RemovalTable {
  id: GeneratedAlways<number>;
  team_id: number;
  project_id: number;
  creator_id: number;
  /** Items that were put back to the start. */
  items: number;
  created_at: Stamp;
}

export interface AnnotationUploadTables {
  'annotation_api.upload': UploadTable;
  'annotation_api.upload_part': UploadPartTable;
  'annotation_api.removal': RemovalTable;
}
