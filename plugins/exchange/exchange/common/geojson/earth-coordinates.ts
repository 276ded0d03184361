import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { Georeference } from '#plugins/annotate/tiles/common/index.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { rounded } from '../exchange/coordinates.ts';
import type { NeutralGeometry } from '../exchange/neutral-document.ts';
import { MapPlaces, systemNamed } from './map-places.ts';

/** Member of our own files that are in pixels although their image has a place on the earth. */
export const pixelMember = { coordinates: 'pixels' } as const;

/**
 * A change of geometries of a file to pixels of its image; none where they are pixels.
 * @throws ExchangeError naming what is missing
 */
export function pixelReader(
  json: unknown,
  features: readonly unknown[],
  path: string,
  georeference: Georeference | undefined,
): (geometry: NeutralGeometry) => NeutralGeometry {
  const named = isRecord(json) && isRecord(json['crs']) ? json['crs'] : undefined;
  if (named !== undefined && georeference === undefined)
    throw new ExchangeError(
      path,
      'has coordinates on the earth (crs), and its image has no georeference. Write them as pixels of the image, without crs',
    );
  if (georeference === undefined || (named === undefined && !areDegrees(json, features))) return geometry => geometry;
  const system = named === undefined ? 'EPSG:4326' : systemOf(named, path);
  try {
    const change = new MapPlaces(georeference).fromSystem(system);
    return geometry => changed(geometry, change);
  } catch (error) {
    if (error instanceof RangeError) throw new ExchangeError(path, error.message);
    throw error;
  }
}

function systemOf(crs: JsonRecord, path: string): string {
  const name = isRecord(crs['properties']) ? crs['properties']['name'] : undefined;
  if (typeof name !== 'string') throw new ExchangeError(path, 'crs.properties.name must be a text');
  return systemNamed(name);
}

/** True when there are coordinates and all of them can be longitude and latitude. */
function areDegrees(json: unknown, features: readonly unknown[]): boolean {
  if (features.length === 0) return false;
  if (isRecord(json) && json['coordinates'] === pixelMember.coordinates) return false;
  const fits = (value: unknown): boolean => {
    if (!Array.isArray(value)) return true;
    const [x, y] = value as unknown[];
    return typeof x === 'number' && typeof y === 'number'
      ? Math.abs(x) <= 180 && Math.abs(y) <= 90
      : (value as unknown[]).every(fits);
  };
  const inGeometry = (geometry: unknown): boolean =>
    !isRecord(geometry) ||
    (fits(geometry['coordinates']) &&
      (!Array.isArray(geometry['geometries']) || (geometry['geometries'] as unknown[]).every(inGeometry)));
  return features.every(feature => !isRecord(feature) || inGeometry(feature['geometry']));
}

function changed(
  geometry: NeutralGeometry,
  change: (x: number, y: number) => readonly [number, number],
): NeutralGeometry {
  const shape = geometry as unknown as JsonRecord;
  const flat = (list: readonly number[]): number[] => {
    const found: number[] = [];
    for (let at = 0; at + 1 < list.length; at += 2) found.push(...change(list[at]!, list[at + 1]!).map(rounded));
    return found;
  };
  const { points, exclude, x, y } = shape;
  const place = typeof x === 'number' && typeof y === 'number' ? change(x, y).map(rounded) : undefined;
  return {
    ...shape,
    ...(Array.isArray(points) ? { points: flat(points as number[]) } : {}),
    ...(Array.isArray(exclude) ? { exclude: (exclude as number[][]).map(flat) } : {}),
    ...(place === undefined ? {} : { x: place[0], y: place[1] }),
  } as unknown as NeutralGeometry;
}
