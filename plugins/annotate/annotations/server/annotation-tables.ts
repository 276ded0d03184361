import type { ColumnType, Generated } from 'kysely';

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
  /** The objects of a large document were saved one by one since `document` was written. */
  behind: Generated<boolean>;
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

export interface ObjectIndexTable {
  team_id: number;
  item_id: number;
  /** Revision of the document that the rows of its objects are. */
  revision: number;
  /** False while the rows are being made. */
  ready: Generated<boolean>;
  /** The document without its objects. */
  rest: ColumnType<unknown, string, string>;
  /** The last place in the drawing order that was given. */
  last_place: Generated<number>;
  /** The job that makes the rows. */
  job_id: string | null;
  /** User id of who saved objects last. */
  saver_id: number | null;
}

export interface AnnotationTables {
  'annotations.object_index': ObjectIndexTable;
  'annotations.annotation': AnnotationTable;
  'annotations.annotation_version': AnnotationVersionTable;
  'annotations.annotation_operation': AnnotationOperationTable;
  'annotations.mask': MaskTable;
}
