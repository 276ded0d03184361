import proj4 from 'proj4';
import type { Georeference } from '#plugins/annotate/tiles/common/index.ts';
import { toGround, toPixels } from '#plugins/annotate/tiles/common/index.ts';

const WGS84 = 'EPSG:4326';

/** The reference system that a GeoJSON file names, such as `EPSG:32631`; as it is written where it is no EPSG name. */
export function systemNamed(name: string): string {
  if (/^urn:ogc:def:crs:OGC:[\d.]*:CRS84$/i.test(name)) return WGS84;
  const code = /^(?:urn:ogc:def:crs:EPSG:[\d.]*:|EPSG:)(\d+)$/i.exec(name)?.[1];
  return code === undefined ? name : `EPSG:${code}`;
}

/**
 * The definition of a reference system that is supported: longitude and latitude, Web Mercator, and the zones of UTM.
 */
function definitionOf(system: string): string | undefined {
  if (system === WGS84 || system === 'EPSG:3857') return system;
  const utm = /^EPSG:32([67])(\d\d)$/.exec(system);
  const zone = Number(utm?.[2]);
  if (utm === null || zone < 1 || zone > 60) return undefined;
  return `+proj=utm +zone=${zone}${utm[1] === '7' ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`;
}

/** True for a reference system whose places can be written as longitude and latitude. */
export const isKnownSystem = (system: string): boolean => definitionOf(system) !== undefined;

/** Pixels of an image as longitude and latitude, and back. */
export class MapPlaces {
  readonly #transform: Georeference['transform'];
  readonly #system: string;

  /** @throws RangeError naming a reference system that is not supported */
  constructor({ crs, transform }: Georeference) {
    const found = definitionOf(crs);
    if (found === undefined) throw new RangeError(`${crs === '' ? 'The reference system' : crs} is not supported`);
    this.#system = found;
    this.#transform = transform;
  }

  /** Longitude and latitude of a place in pixels, with seven decimals: a centimetre. */
  toEarth(x: number, y: number): readonly [number, number] {
    const place = proj4(this.#system, WGS84, [...toGround(this.#transform, x, y)]) as [number, number];
    return [Number(place[0].toFixed(7)), Number(place[1].toFixed(7))];
  }

  /** The pixels of a place in another reference system. @throws RangeError naming one that is not supported */
  fromSystem(system: string): (x: number, y: number) => readonly [number, number] {
    const found = definitionOf(system);
    if (found === undefined) throw new RangeError(`${system} is not supported`);
    const change = proj4(found, this.#system);
    return (x, y) => {
      const [east, north] = change.forward([x, y]) as [number, number];
      return toPixels(this.#transform, east, north);
    };
  }
}
