import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { ArchiveFile } from '#plugins/workspace/items/server/kit/index.ts';
import { FileReader, openZip } from '#plugins/workspace/items/server/kit/index.ts';
import { isLitter } from '#plugins/workspace/items/common/index.ts';
import { stat } from 'node:fs/promises';
import type { ArchiveLayout, DziHeader, TileFormat } from '../common/archive-layout.ts';
import { archiveLayout, archivePath, badPyramid, dziHeader, pyramidShape } from '../common/archive-layout.ts';
import type { PyramidShape, TileAddress } from '../common/pyramid.ts';
import { tileFileSize } from '../common/pyramid.ts';

/** Bytes of the largest file of a tile. */
const TILE_BYTES = 32 * 1024 * 1024;
const HEADER_BYTES = 64 * 1024;

const sharpFormats: Readonly<Record<TileFormat, string>> = { jpg: 'jpeg', png: 'png', webp: 'webp' };

/** A ready-made pyramid in a zip archive. */
export interface ArchivePyramid {
  readonly shape: PyramidShape;
  readonly layout: ArchiveLayout;
  /** The file of a tile, checked by its header; undefined where the archive has none. @throws Fault ASSET_UNREADABLE */
  tile(address: TileAddress): Promise<Buffer | undefined>;
  close(): void;
}

/**
 * Opens a zip archive with a DZI or XYZ folder. The caller closes it.
 * @throws Fault ARCHIVE_REFUSED, ASSET_UNREADABLE.
 */
export async function openArchivePyramid(file: string): Promise<ArchivePyramid> {
  const { files, close } = await openZip(new FileReader(file), (await stat(file)).size);
  try {
    const byPath = new Map(files.filter(each => !isLitter(each.path)).map(each => [each.path, each]));
    const layout = archiveLayout([...byPath.keys()]);
    const shape = pyramidShape(await headerOf(byPath, layout), layout);
    return { shape, layout, close, tile: address => checkedTile(byPath, shape, layout, address) };
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

async function checkedTile(
  files: ReadonlyMap<string, ArchiveFile>,
  shape: PyramidShape,
  layout: ArchiveLayout,
  address: TileAddress,
): Promise<Buffer | undefined> {
  const path = archivePath(shape, layout, address);
  const file = files.get(path);
  if (file === undefined) return undefined;
  const bytes = await bytesOf(file, TILE_BYTES);
  const found = await headerSize(bytes, path);
  if (found.format !== sharpFormats[layout.format])
    throw badPyramid(`The tile ${path} is not a ${layout.format} file.`);
  const wanted = tileFileSize(shape, address);
  if (found.width !== wanted.width || found.height !== wanted.height)
    throw badPyramid(
      `The tile ${path} has ${found.width} × ${found.height} pixels; ${wanted.width} × ${wanted.height} are expected.`,
    );
  return bytes;
}

async function headerSize(
  bytes: Buffer,
  path: string,
): Promise<{ readonly width: number; readonly height: number; readonly format: string }> {
  try {
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { width, height, format };
  } catch {
    throw badPyramid(`The tile ${path} can't be read as an image.`);
  }
}

async function bytesOf(file: ArchiveFile, most: number): Promise<Buffer> {
  if (file.size > most) throw badPyramid(`${file.path} has ${file.size} bytes; at most ${most} are supported.`);
  return buffer(await file.open());
}
