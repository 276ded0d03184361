import type { ArchiveLayout, TileFormat } from './archive-layout.ts';
import { badPyramid, dziHeader, tileFormats } from './archive-layout.ts';
import type { DziHeader } from './archive-layout.ts';
import type { PyramidShape } from './pyramid.ts';
import { levelTiles } from './pyramid.ts';

/** Source of tiles at an address: the header of a DZI folder, a pattern of tiles, or a file. */
export type AddressKind = 'dzi' | 'xyz' | 'file';

const HEADER = /\.dzi$/i;
const PLACES = [/\{(?:z|level)\}/, /\{x\}/, /\{y\}/] as const;

/** Returns the kind of source at an address: `….dzi`, `…/{z}/{x}/{y}.jpg`, or anything else. */
export function addressKind(address: string): AddressKind {
  if (PLACES.every(each => each.test(address))) return 'xyz';
  return HEADER.test(new URL(address).pathname) ? 'dzi' : 'file';
}

/** The places of the tiles that a DZI header at an address describes. @throws Fault ASSET_UNREADABLE */
export function dziPlaces(
  address: string,
  xml: string,
): { readonly header: DziHeader; readonly layout: ArchiveLayout } {
  const header = dziHeader(xml);
  const ending = /\bFormat\s*=\s*["']([A-Za-z]{3,4})["']/.exec(xml)?.[1] ?? '';
  const format = tileFormats[ending.toLowerCase()];
  if (format === undefined) throw badPyramid('The .dzi file names no format of its tiles. Use jpg, png or webp.');
  const levels = Math.ceil(Math.log2(Math.max(1, header.width, header.height))) + 1;
  const base = new URL(address);
  const folder = base.pathname.replace(HEADER, '_files');
  const path = (level: number, column: number, row: number): string => {
    const url = new URL(base);
    url.pathname = `${folder}/${level}/${column}_${row}.${ending}`;
    return url.href;
  };
  return { header, layout: { ...gridOf(header), scheme: 'dzi', format, levels: upTo(levels), path } };
}

/** The places of the tiles of a shape by a pattern with so many levels. @throws Fault ASSET_UNREADABLE */
export function xyzPlaces(pattern: string, shape: PyramidShape, levels: number): ArchiveLayout {
  return {
    ...gridOf(shape),
    scheme: 'xyz',
    format: patternFormat(pattern),
    levels: upTo(levels),
    path: (level, column, row) =>
      [level, column, row].reduce((url: string, each, at) => url.replace(PLACES[at]!, String(each)), pattern),
  };
}

function patternFormat(pattern: string): TileFormat {
  const ending = /\.([A-Za-z]{3,4})(?:[?#]|$)/.exec(pattern.slice(pattern.lastIndexOf('/')))?.[1] ?? '';
  const format = tileFormats[ending.toLowerCase()];
  if (format === undefined)
    throw badPyramid('The address of the tiles has no file type. End it with .jpg, .png or .webp.');
  return format;
}

const upTo = (count: number): readonly number[] => Array.from({ length: Math.min(count, 64) }, (_, at) => at);

function gridOf({ width, height, tileSize }: Omit<DziHeader, 'overlap'>): Pick<ArchiveLayout, 'columns' | 'rows'> {
  return levelTiles({ width, height, tileSize, overlap: 0, levels: 1 }, 0);
}
