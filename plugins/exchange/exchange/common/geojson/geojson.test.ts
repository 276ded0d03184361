import { describe, expect, it } from 'vitest';
import { classNamed, noPictures, readBack, textFile, written } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';
import { recognise } from '../exchange/recognise.ts';
import { windingOf } from './geojson-file.ts';

const classes = [classNamed('Nucleus', 0, [['Area', 'numeric', []]]), classNamed('Vessel', 1)];
const base = { className: 'Nucleus', attributes: [] };
const document = {
  metadata: { name: 'a.jpg' },
  instances: [
    { ...base, id: 'a1', type: 'bbox', points: { x1: 1.25, y1: 2, x2: 30, y2: 40 }, groupId: 3 },
    { ...base, type: 'rbbox', points: { x1: 1100, y1: 700, x2: 1300, y2: 750, x3: 1280, y3: 830, x4: 1080, y4: 780 } },
    {
      ...base,
      className: 'Vessel',
      type: 'polygon',
      points: [0, 0, 0, 100, 100, 100, 100, 0],
      exclude: [[10, 10, 20, 10, 20, 20]],
    },
    { ...base, type: 'polyline', points: [1, 2, 3, 4] },
    { ...base, type: 'point', x: 5.5, y: 6, attributes: [{ groupName: 'Area', name: 12.5 }] },
    { ...base, type: 'ellipse', cx: 50, cy: 60, rx: 10, ry: 20, angle: 30 },
    { type: 'tag', className: 'Vessel', attributes: [] },
  ],
};
const shapes = (instances: readonly Record<string, unknown>[]): unknown[] =>
  instances.map(({ type, points, exclude, x, y, cx, cy, rx, ry, angle, className, groupId }) => ({
    type,
    exclude,
    x,
    y,
    cx,
    cy,
    rx,
    ry,
    angle,
    className,
    groupId,
    // The first point and the direction of a ring say nothing.
    points: type === 'polygon' ? (points as number[]).toSorted((one, other) => one - other) : points,
  }));

describe('GeoJSON', () => {
  it('should bring all shapes back, and report what it has no place for', async () => {
    const { files, lost } = await written(exchangeFormats.geojson, document, classes, noPictures);
    expect([...files.keys()]).toEqual(['a.geojson']);
    expect(lost).toEqual(['1 tag instance was dropped']);
    const back = await readBack(exchangeFormats.geojson, files, noPictures, {}, { width: 2000, height: 2000 }, classes);
    expect(back.neutral[0]).toMatchObject({ name: 'a', folder: '' });
    const found = back.documents[0]!['instances'] as Record<string, unknown>[];
    expect(shapes(found)).toEqual(
      shapes(document.instances.slice(0, -1).map(each => ({ ...each })) as Record<string, unknown>[]).map(each => ({
        ...(each as object),
        ...((each as { type: string }).type === 'polygon' ? { exclude: [[20, 20, 20, 10, 10, 10]] } : {}),
      })),
    );
    expect(found[4]!['attributes']).toEqual([{ groupName: 'Area', name: 12.5 }]);
  });

  it('should wind rings to the right-hand rule, closed', async () => {
    const { files } = await written(exchangeFormats.geojson, document, classes, noPictures);
    const { features } = JSON.parse(String(files.get('a.geojson'))) as {
      features: { geometry: { coordinates: [number, number][][] }; properties: Record<string, unknown> }[];
    };
    const [outer, hole] = features[2]!.geometry.coordinates;
    expect(outer!.at(-1)).toEqual(outer![0]);
    expect(windingOf(outer!.slice(0, -1).flat())).toBeGreaterThan(0);
    expect(windingOf(hole!.slice(0, -1).flat())).toBeLessThan(0);
    expect(features[2]!.properties['classification']).toEqual({ name: 'Vessel', color: [28, 126, 214] });
  });

  it('should read what QuPath writes', async () => {
    const text = JSON.stringify([
      {
        type: 'Feature',
        id: '0b9a',
        geometry: {
          type: 'MultiPolygon',
          coordinates: [
            [
              [
                [0, 0],
                [10, 0],
                [10, 10],
                [0, 0],
              ],
            ],
            [
              [
                [20, 0],
                [30, 0],
                [30, 10],
                [20, 0],
              ],
            ],
          ],
        },
        properties: {
          objectType: 'annotation',
          classification: { name: 'Tumor', color: [200, 0, 0] },
          isLocked: false,
          measurements: { 'Area µm^2': 12.5 },
        },
      },
    ]);
    expect(await recognise([textFile('slide.geojson', text)])).toBe('geojson');
    const { documents, classes: made } = await readBack(
      exchangeFormats.geojson,
      new Map([['slide.geojson', text]]),
      noPictures,
    );
    expect(documents[0]!['instances']).toMatchObject([
      { type: 'polygon', className: 'Tumor', points: [0, 0, 10, 0, 10, 10], groupId: 1 },
      { type: 'polygon', className: 'Tumor', points: [20, 0, 30, 0, 30, 10], groupId: 1 },
    ]);
    expect(made).toMatchObject([{ name: 'Tumor', color: '#C80000' }]);
  });

  it('should refuse coordinates on the earth and what is malformed, naming the place', async () => {
    const read = (json: unknown): Promise<unknown> =>
      readBack(exchangeFormats.geojson, new Map([['a.geojson', JSON.stringify(json)]]), noPictures);
    const feature = (geometry: unknown): object => ({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry, properties: {} }],
    });
    await expect(read({ type: 'FeatureCollection', crs: { type: 'name' }, features: [] })).rejects.toThrow(
      'coordinates on the earth',
    );
    await expect(read(feature({ type: 'Polygon', coordinates: [[[0, 0]]] }))).rejects.toThrow(
      'features[0].geometry.coordinates[0] must have at least 3 points',
    );
    await expect(read(feature({ type: 'Circle' }))).rejects.toThrow('"Circle" is not known');
    await expect(read(feature({ type: 'Point', coordinates: ['a', 1] }))).rejects.toThrow('must be a number');
  });
});
