import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { Georeference } from '../common/georeference.ts';
import type { PyramidState } from '../common/api.ts';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface PyramidTable {
  id: GeneratedAlways<number>;
  team_id: number;
  /** The file it is made of; null of one at an address. */
  blob_hash: Optional<string>;
  /** The address at which the image lies; null of one with a file. */
  address: Optional<string>;
  state: ColumnType<PyramidState, PyramidState | undefined, PyramidState>;
  /** Pixels; 0 of an image at an address until it is known. */
  width: number;
  height: number;
  tile_size: number;
  overlap: number;
  levels: number;
  format: 'jpg' | 'png' | 'webp';
  scheme: 'xyz' | 'dzi';
  job_id: Optional<string>;
  error: Optional<string>;
  thumbnail_hash: Optional<string>;
  lores_hash: Optional<string>;
  georeference: ColumnType<Georeference | null, string | undefined, string>;
  /** Metres along a pixel of an image that has a scale and no place on the earth. */
  metres_per_pixel: Optional<number>;
  created_at: ColumnType<Date, undefined, never>;
}

export type PyramidRow = Selectable<PyramidTable>;

/** One row of tiles of a level, from the left: their files one after another in a blob. */
export interface TileRowTable {
  team_id: number;
  pyramid_id: number;
  level: number;
  row: number;
  blob_hash: string;
  /** Bytes of each tile's file. */
  sizes: number[];
}

export interface PyramidTables {
  'tiles.pyramid': PyramidTable;
  'tiles.tile_row': TileRowTable;
}
