import { buffer } from 'node:stream/consumers';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { itemPath } from '../common/archive-names.ts';
import { fuseSvg } from '../common/fuse-svg.ts';
import type { ExportedItem, ExportSource } from './export-source.ts';
import { fuseMask } from './fuse-mask.ts';
import { fusePicture } from './fuse-picture.ts';

/** Writes the picture of an item as it was uploaded; items attached by address have none. */
export async function writeOriginal(source: ExportSource, row: ItemRow, path: string): Promise<void> {
  const original = await source.original(row);
  if (original !== undefined) await source.zip.addStream(path, original, row.updated_at);
}

/** Colours of classes by name. */
export const classColors = (classes: readonly AnnotationClass[]): ReadonlyMap<string, string> =>
  new Map(classes.map(each => [each.name, each.color]));

/** Writes the mask of a pixel item as it is stored; others have none. */
export async function writeMask(source: ExportSource, { row, folder, document }: ExportedItem): Promise<void> {
  const mask = await source.mask(document);
  if (mask !== undefined) await source.zip.addStream(itemPath(folder, row.name, 'mask'), mask, row.updated_at);
}

/**
 * Writes the picture of an item with its shapes; items attached by address have none. False when the picture cannot be
 * read.
 */
export async function writeFuse(
  source: ExportSource,
  { row, folder, document }: ExportedItem,
  colors: ReadonlyMap<string, string>,
): Promise<boolean> {
  const mask = await source.mask(document);
  if (mask !== undefined) {
    await source.zip.addStream(
      itemPath(folder, row.name, 'fuse'),
      [await fuseMask(await buffer(mask), recordsOf(document['instances']), colors)],
      row.updated_at,
    );
    return true;
  }
  const bytes = await source.picture(row);
  if (bytes === undefined) return true;
  const drawn = await fusePicture(bytes, size =>
    fuseSvg(
      recordsOf(document['instances']) as unknown as readonly Instance[],
      instance => source.outline(instance),
      colors,
      size,
    ),
  ).catch(() => undefined);
  if (drawn === undefined) return false;
  // PNG is packed already.
  await source.zip.addStream(itemPath(folder, row.name, 'fuse'), [drawn], row.updated_at);
  return true;
}
