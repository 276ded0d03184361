import type { ItemAnnotation } from '#plugins/editor/server/kit/index.ts';
import type { ItemRow } from '#plugins/items/server/kit/index.ts';
import type { ZipWriter } from './zip-writer.ts';

/** An item to write: the row, the name of its folder ('' for the root) and its annotations. */
export interface ExportedItem {
  readonly row: ItemRow;
  readonly folder: string;
  readonly annotation: ItemAnnotation;
}

/** What writers of archives are given. */
export interface ExportSource {
  readonly zip: ZipWriter;
  readonly includeOriginals: boolean;
  /** All items, sorted by folder and name. May be walked once; says how far it is. */
  items(): AsyncIterable<ExportedItem>;
  /** The original file of an item; undefined for those attached by address. */
  original(row: ItemRow): Promise<AsyncIterable<Uint8Array> | undefined>;
}
