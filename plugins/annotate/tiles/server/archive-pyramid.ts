import { buffer } from 'node:stream/consumers';
import type { ArchiveFile } from '#plugins/workspace/items/server/kit/index.ts';
import { FileReader, openZip } from '#plugins/workspace/items/server/kit/index.ts';
import { isLitter } from '#plugins/workspace/items/common/index.ts';
import { stat } from 'node:fs/promises';
import type { ArchiveLayout, DziHeader } from '../common/archive-layout.ts';
import { archiveLayout, badPyramid, dziHeader, pyramidShape } from '../common/archive-layout.ts';
import type { ReadyPyramid } from './checked-tile.ts';
import { checkedTile, HEADER_BYTES, headerSize, TILE_BYTES } from './checked-tile.ts';

/**
 * Opens a zip archive with a DZI or XYZ folder. The caller closes it.
 * @throws Fault ARCHIVE_REFUSED, ASSET_UNREADABLE.
 */
export async function openArchivePyramid(file: string): Promise<ReadyPyramid> {
  const { files, close } = await openZip(new FileReader(file), (await stat(file)).size);
  try {
    const byPath = new Map(files.filter(each => !isLitter(each.path)).map(each => [each.path, each]));
    const layout = archiveLayout([...byPath.keys()]);
    const shape = pyramidShape(await headerOf(byPath, layout), layout);
    const read = async (path: string): Promise<Buffer | undefined> => {
      const tile = byPath.get(path);
      return tile === undefined ? undefined : bytesOf(tile, TILE_BYTES);
    };
    return { shape, layout, atOnce: 1, close, tile: address => checkedTile(read, shape, layout, address) };
  } catch (error) {
    close();
    throw error;
  }
}

async function headerOf(files: ReadonlyMap<string, ArchiveFile>, layout: ArchiveLayout): Promise<DziHeader> {
  if (layout.header !== undefined)
    return dziHeader((await bytesOf(files.get(layout.header)!, HEADER_BYTES)).toString());
  // Without a header the size follows from the first and the last tile.
  const level = layout.levels.at(-1)!;
  const first = await tileSize(files, layout.path(level, 0, 0));
  const last = await tileSize(files, layout.path(level, layout.columns - 1, layout.rows - 1));
  const edge = Math.max(first.width, first.height);
  return {
    width: (layout.columns - 1) * edge + last.width,
    height: (layout.rows - 1) * edge + last.height,
    tileSize: edge,
    overlap: 0,
  };
}

async function tileSize(
  files: ReadonlyMap<string, ArchiveFile>,
  path: string,
): Promise<{ readonly width: number; readonly height: number }> {
  const file = files.get(path);
  if (file === undefined) throw badPyramid(`The tile ${path} is missing.`);
  return headerSize(await bytesOf(file, TILE_BYTES), path);
}

async function bytesOf(file: ArchiveFile, most: number): Promise<Buffer> {
  if (file.size > most) throw badPyramid(`${file.path} has ${file.size} bytes; at most ${most} are supported.`);
  return buffer(await file.open());
}
