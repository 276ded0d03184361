import type { ColumnType } from 'kysely';

type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** JSON text when written. */
type Json = ColumnType<unknown, string | null, string | null>;

export interface AnnotationTable {
  team_id: number;
  project_id: number;
  item_id: number;
  /** Grows with every save, 1 at first. */
  revision: number;
  /** Null after the annotations were deleted. */
  document: Json;
  instance_count: number;
  /** Characters of the document's JSON. */
  size: number;
  updated_by: string;
  updated_at: Stamp;
}

export interface AnnotationVersionTable {
  team_id: number;
  item_id: number;
  revision: number;
  document: Json;
  instance_count: number;
  size: number;
  updated_by: string;
  updated_at: Stamp;
}

export interface AnnotationOperationTable {
  team_id: number;
  op: string;
  item_id: number;
  revision: number;
  created_at: Stamp;
}

export interface MaskTable {
  team_id: number;
  /** SHA-256 of the PNG. */
  hash: string;
  width: number;
  height: number;
  bytes: number;
  /** Pairs of a 24-bit colour and its number of pixels. */
  colors: ColumnType<unknown, string, string>;
  /** First place with an alpha between 0 and 255 in the uploaded file. */
  soft_alpha: Json;
  created_at: Stamp;
}

export interface AnnotationTables {
  'annotations.annotation': AnnotationTable;
  'annotations.annotation_version': AnnotationVersionTable;
  'annotations.annotation_operation': AnnotationOperationTable;
  'annotations.mask': MaskTable;
}
