import sharp from 'sharp';
import type { ArchiveLayout, TileFormat } from '../common/archive-layout.ts';
import { archivePath, badPyramid } from '../common/archive-layout.ts';
import type { PyramidShape, TileAddress } from '../common/pyramid.ts';
import { tileFileSize } from '../common/pyramid.ts';

/** Bytes of the largest file of a tile. */
export const TILE_BYTES = 32 * 1024 * 1024;
export const HEADER_BYTES = 64 * 1024;

const sharpFormats: Readonly<Record<TileFormat, string>> = { jpg: 'jpeg', png: 'png', webp: 'webp' };

/** A ready-made pyramid: in an archive, or at an address. */
export interface ReadyPyramid {
  readonly shape: PyramidShape;
  readonly layout: ArchiveLayout;
  /** Tiles that are read at the same time. */
  readonly atOnce: number;
  /** The file of a tile, checked by its header; undefined where the source has none. @throws Fault ASSET_UNREADABLE */
  tile(address: TileAddress): Promise<Buffer | undefined>;
  close(): void;
}

/** Reads the file of a tile and checks its type and size by its header. @throws Fault ASSET_UNREADABLE */
export async function checkedTile(
  read: (path: string) => Promise<Buffer | undefined>,
  shape: PyramidShape,
  layout: ArchiveLayout,
  address: TileAddress,
): Promise<Buffer | undefined> {
  const path = archivePath(shape, layout, address);
  const bytes = await read(path);
  if (bytes === undefined) return undefined;
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

/** Reads the size of an image file from its header. @throws Fault ASSET_UNREADABLE */
export async function headerSize(
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
