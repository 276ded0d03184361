import { Fault } from '#core/base/common/index.ts';
import type { PyramidShape, TileAddress } from './pyramid.ts';
import { levelCount, levelTiles, tileSizes } from './pyramid.ts';

export type TileFormat = 'jpg' | 'png' | 'webp';

/** Places of the tiles of a ready-made pyramid in its archive. */
export interface ArchiveLayout {
  readonly scheme: 'dzi' | 'xyz';
  readonly format: TileFormat;
  /** Level numbers of the archive, the smallest first. */
  readonly levels: readonly number[];
  /** Columns and rows of the level with the full resolution. */
  readonly columns: number;
  readonly rows: number;
  /** The path of a tile by a level number of the archive. */
  path(level: number, column: number, row: number): string;
  /** Path of the header of a DZI folder. */
  readonly header?: string;
}

/** Facts in the header of a DZI folder. */
export interface DziHeader {
  readonly width: number;
  readonly height: number;
  readonly tileSize: number;
  readonly overlap: number;
}

/** Pixels along one side of the largest image that is taken. */
export const longestSide = 131_072;

export const badPyramid = (text: string): Fault => new Fault('ASSET_UNREADABLE', text, { status: 422 });

/** File types of tiles by the endings of their names. */
export const tileFormats: Readonly<Record<string, TileFormat>> = { jpg: 'jpg', jpeg: 'jpg', png: 'png', webp: 'webp' };
const DZI_TILE = /^(.*_files\/)(\d{1,2})\/(\d{1,6})_(\d{1,6})\.(jpe?g|png|webp)$/i;
const XYZ_TILE = /^((?:.*\/)?)(\d{1,2})\/(\d{1,6})\/(\d{1,6})\.(jpe?g|png|webp)$/i;

interface Found {
  readonly root: string;
  readonly level: number;
  readonly column: number;
  readonly row: number;
  readonly ending: string;
}

function tileAt(path: string, pattern: RegExp): Found | undefined {
  const match = pattern.exec(path);
  if (match === null) return undefined;
  const [, root, level, column, row, ending] = match as unknown as readonly string[];
  return { root: root!, level: Number(level), column: Number(column), row: Number(row), ending: ending! };
}

/**
 * Finds the pyramid in the paths of an archive: `NAME.dzi` with `NAME_files/LEVEL/X_Y.jpg`, or `LEVEL/X/Y.jpg`, in any
 * folder.
 * @throws Fault ASSET_UNREADABLE that says what is missing or is there twice.
 */
export function archiveLayout(paths: readonly string[]): ArchiveLayout {
  const headers = paths.filter(path => /\.dzi$/i.test(path));
  if (headers.length > 1)
    throw badPyramid(`The archive has ${headers.length} .dzi files. Put one pyramid into each archive.`);
  const [header] = headers;
  const scheme = header === undefined ? 'xyz' : 'dzi';
  const tiles = paths.flatMap(path => tileAt(path, scheme === 'dzi' ? DZI_TILE : XYZ_TILE) ?? []);
  const wanted = header === undefined ? tiles[0]?.root : `${header.replace(/\.dzi$/i, '')}_files/`;
  const own = tiles.filter(each => each.root === wanted);
  const [first] = own;
  if (first === undefined)
    throw badPyramid(
      header === undefined
        ? 'The archive has no tiles. Use NAME.dzi with NAME_files/LEVEL/X_Y.jpg, or LEVEL/X/Y.jpg.'
        : `The archive has no tiles in ${wanted ?? ''}.`,
    );
  if (own.length < tiles.length)
    throw badPyramid('The archive has tiles in several folders. Put one pyramid into each archive.');
  if (own.some(each => each.ending !== first.ending)) throw badPyramid('The tiles are of several file types.');
  const levels = [...new Set(own.map(each => each.level))].sort((one, other) => one - other);
  const gap = levels.findIndex((level, at) => at > 0 && level !== levels[at - 1]! + 1);
  if (gap > 0) throw badPyramid(`Level ${levels[gap - 1]! + 1} is missing.`);
  const full = own.filter(each => each.level === levels.at(-1));
  const { root, ending } = first;
  return {
    scheme,
    format: tileFormats[ending.toLowerCase()]!,
    levels,
    columns: Math.max(...full.map(each => each.column)) + 1,
    rows: Math.max(...full.map(each => each.row)) + 1,
    path: (level, column, row) =>
      scheme === 'dzi' ? `${root}${level}/${column}_${row}.${ending}` : `${root}${level}/${column}/${row}.${ending}`,
    ...(header === undefined ? {} : { header }),
  };
}

/** Reads the header of a DZI folder. @throws Fault ASSET_UNREADABLE naming what is missing. */
export function dziHeader(xml: string): DziHeader {
  const number = (name: string): number => {
    const found = new RegExp(`\\b${name}\\s*=\\s*["'](\\d{1,9})["']`).exec(xml)?.[1];
    if (found === undefined) throw badPyramid(`The .dzi file has no ${name}.`);
    return Number(found);
  };
  return { width: number('Width'), height: number('Height'), tileSize: number('TileSize'), overlap: number('Overlap') };
}

/**
 * The shape of a ready-made pyramid; levels below the first that fits into one tile are left out.
 * @throws Fault ASSET_UNREADABLE with the rule that is broken.
 */
export function pyramidShape(header: DziHeader, layout: ArchiveLayout): PyramidShape {
  const { width, height, tileSize, overlap } = header;
  if (width < 1 || height < 1 || Math.max(width, height) > longestSide)
    throw badPyramid(`The image has ${width} × ${height} pixels; at most ${longestSide} a side are supported.`);
  if (tileSize < tileSizes.min || tileSize > tileSizes.max)
    throw badPyramid(`The tiles are ${tileSize} pixels wide; from ${tileSizes.min} to ${tileSizes.max} are supported.`);
  if (overlap > tileSize / 2)
    throw badPyramid(`An overlap of ${overlap} is too large for tiles of ${tileSize} pixels.`);
  const levels = levelCount(width, height, tileSize);
  if (layout.levels.length < levels)
    throw badPyramid(`${layout.levels.length} levels do not reach one tile; ${levels} are needed.`);
  const shape = { width, height, tileSize, overlap, levels };
  const { columns, rows } = levelTiles(shape, levels - 1);
  if (layout.columns !== columns || layout.rows !== rows)
    throw badPyramid(
      `The largest level has ${layout.columns} × ${layout.rows} tiles; ${width} × ${height} pixels have ${columns} × ${rows}.`,
    );
  return shape;
}

/** The path in the archive of a tile of {@link pyramidShape}. */
export function archivePath(shape: PyramidShape, layout: ArchiveLayout, { level, column, row }: TileAddress): string {
  return layout.path(layout.levels.at(-1)! - (shape.levels - 1 - level), column, row);
}
