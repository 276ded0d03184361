import { describe, expect, it } from 'vitest';
import { classNamed, noPictures, written } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';
import { MapPlaces, systemNamed } from './map-places.ts';
import { windingOf } from './geojson-file.ts';
import { readGeoJsonText } from './read-geojson.ts';

/** Half a metre a pixel in UTM zone 31 north; x 500 000 is the meridian of 3 degrees. */
const georeference = { crs: 'EPSG:32631', transform: [0.5, 0, 499_000, 0, -0.5, 4_982_950.4] };
const points = [2000, 0, 2100, 0, 2100, 100];
const document = {
  metadata: { name: 'a.tif', georeference },
  instances: [
    { type: 'polygon', className: 'Dock', points, exclude: [], attributes: [] },
    { type: 'bbox', className: 'Dock', points: { x1: 1, y1: 2, x2: 30, y2: 40 }, attributes: [] },
    { type: 'point', className: 'Dock', x: 7.25, y: 9, attributes: [] },
  ],
};
const save = (options: object, metadata: object = document.metadata): ReturnType<typeof written> =>
  written(exchangeFormats.geojson, { ...document, metadata }, [classNamed('Dock')], noPictures, options);

describe('GeoJSON on the earth', () => {
  it('should write longitude and latitude to the right-hand rule, and read the same pixels again', async () => {
    const { files, lost } = await save({ task: 'map' });
    expect(lost).toEqual(['1 item lost metadata.georeference']);
    const text = String(files.get('a.geojson'));
    const [first] = (JSON.parse(text) as { features: { geometry: { coordinates: [number, number][][] } }[] }).features;
    const ring = first!.geometry.coordinates[0]!;
    // The meridian itself, and 45 degrees north within a metre.
    expect(Math.min(...ring.map(([longitude]) => longitude))).toBeCloseTo(3, 6);
    expect(ring[0]![1]).toBeCloseTo(45, 2);
    expect(windingOf(ring.slice(0, -1).flat())).toBeGreaterThan(0);
    const back = readGeoJsonText(text, 'a.geojson', georeference).instances.map(each => each.geometry) as unknown as {
      points: number[];
      x: number;
    }[];
    expect([...back[0]!.points].sort((one, other) => one - other)).toEqual(
      [...points].sort((one, other) => one - other).map(each => expect.closeTo(each, 0)),
    );
    expect(back[1]!.points).toEqual({ x1: 1, y1: 2, x2: 30, y2: 40 });
    expect(back[2]!.x).toBeCloseTo(7.25, 0);
  });

  it('should keep pixels as they are, and say which images have no place', async () => {
    const pixels = String((await save({})).files.get('a.geojson'));
    expect(readGeoJsonText(pixels, 'a.geojson', georeference).instances[2]!.geometry).toMatchObject({ x: 7.25, y: 9 });
    expect((await save({ task: 'map' }, { name: 'a.tif' })).lost).toEqual([
      '1 image was written in pixels, without a georeference',
    ]);
    expect((await save({ task: 'map' }, { georeference: { ...georeference, crs: 'EPSG:27700' } })).lost).toEqual([
      '1 image was written in pixels, since EPSG:27700 is not supported',
      '1 item lost metadata.georeference',
    ]);
  });

  it('should read places of the system that a file names', () => {
    const text = (name: string): string =>
      JSON.stringify({
        type: 'FeatureCollection',
        crs: { type: 'name', properties: { name } },
        features: [
          { type: 'Feature', geometry: { type: 'Point', coordinates: [499_001, 4_982_949.4] }, properties: {} },
        ],
      });
    const read = (name: string): unknown =>
      readGeoJsonText(text(name), 'a.geojson', georeference).instances[0]!.geometry;
    expect(read('urn:ogc:def:crs:EPSG::32631')).toEqual({ type: 'point', x: 2, y: 2 });
    expect(() => read('EPSG:27700')).toThrow('EPSG:27700 is not supported');
    const empty = JSON.stringify({ type: 'FeatureCollection', features: [] });
    expect(readGeoJsonText(empty, 'a.geojson', { ...georeference, crs: 'EPSG:27700' }).instances).toEqual([]);
    expect(systemNamed('urn:ogc:def:crs:OGC:1.3:CRS84')).toBe('EPSG:4326');
    expect(() => new MapPlaces({ crs: 'EPSG:32661', transform: [] })).toThrow('EPSG:32661 is not supported');
  });
});
