import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { CloudFrame, CloudImage, CloudState, CloudView } from '../common/cloud-view.ts';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Json<T> = ColumnType<T, string, string>;

/** Common facts of the frames of a cloud. */
export type CloudFacts = Pick<CloudView, 'unit' | 'axes' | 'fields' | 'channels'>;
export type FrameFacts = Omit<CloudFrame, 'index' | 'nodes'>;
export type ImageFacts = Omit<CloudImage, 'frame' | 'index'>;

export interface CloudTable {
  id: GeneratedAlways<number>;
  team_id: number;
  /** The file it is made of. */
  blob_hash: string;
  /** The ending of the file's name, by which it is read. */
  kind: string;
  state: ColumnType<CloudState, CloudState | undefined, CloudState>;
  job_id: Optional<string>;
  error: Optional<string>;
  facts: ColumnType<CloudFacts | null, string | undefined, string>;
  /** Payloads of all nodes of all frames. */
  nodes_hash: Optional<string>;
  thumbnail_hash: Optional<string>;
  lores_hash: Optional<string>;
  created_at: ColumnType<Date, undefined, never>;
}

export type CloudRow = Selectable<CloudTable>;

export interface FrameTable {
  team_id: number;
  cloud_id: number;
  frame: number;
  facts: Json<FrameFacts>;
}

export interface NodeTable {
  team_id: number;
  cloud_id: number;
  frame: number;
  name: string;
  points: number;
  spacing: number;
  /** Smallest corner of the cube, in document coordinates. */
  corner: number[];
  /** Edge of the cube. */
  edge: number;
  /** Offset of its payload in the blob of nodes. */
  first_byte: ColumnType<string | number, number, never>;
  bytes: number;
}

export interface ImageTable {
  team_id: number;
  cloud_id: number;
  frame: number;
  number: number;
  blob_hash: string;
  mime: string;
  bytes: number;
  facts: Json<ImageFacts>;
}

export interface CloudTables {
  'point_clouds.cloud': CloudTable;
  'point_clouds.frame': FrameTable;
  'point_clouds.node': NodeTable;
  'point_clouds.image': ImageTable;
}
