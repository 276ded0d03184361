import type { Instance, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { ItemContent } from '../common/exchange/neutral-document.ts';
import type { IncomingFile, ZipWriter } from '#core/data/server/index.ts';

/** An item to write: the row, the name of its folder ('' for the root) and its annotations. */
export interface ExportedItem {
  readonly row: ItemRow;
  readonly view: Item;
  readonly folder: string;
  /** Values of custom fields by name; empty when there are none. */
  readonly customMetadata: Readonly<Record<string, string | number>>;
  /** As it travels; one without instances for items nobody annotated. */
  readonly document: JsonRecord;
}

/** Input of writers of archives. */
export interface ExportSource {
  readonly zip: ZipWriter;
  /** Makes an empty file for text that is put together before it goes into the archive; the caller drops it. */
  scratch(): Promise<IncomingFile>;
  readonly includeOriginals: boolean;
  readonly includeFuse: boolean;
  /**
   * All items, sorted by folder and name. Each walk says how far it is, and reads them again unless the one before it
   * was made with `again`: this keeps them on the disk for the next one.
   */
  items(again?: boolean): AsyncIterable<ExportedItem>;
  /**
   * Returns what the source itself left out or changed in the last walk, a line a kind; absent where that is nothing.
   */
  lost?(): readonly string[];
  /** The text of a text item, and the frames of a video; nothing for those attached by address. */
  content(item: Pick<ExportedItem, 'row' | 'document'>): Promise<ItemContent>;
  /** The original file of an item; undefined for those attached by address. */
  original(row: ItemRow): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** The mask that a document names, as PNG; undefined when it names none. */
  mask(document: JsonRecord): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** The outline of an instance in pixels of the upright image; undefined for types whose instances have none. */
  outline(instance: Instance): Outline | undefined;
  /** A picture of the item that image programs read, in full size; undefined for those attached by address. */
  picture(row: ItemRow): Promise<Buffer | undefined>;
}
