import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { classNamed, instancesOf, readBack, written } from '../common/exchange/exchange.support.ts';
import type { ExchangeOptions } from '../common/exchange/exchange-writer.ts';
import { exchangeFormats } from '../common/exchange/format-table.ts';
import type { ExchangeFormatId } from '../common/exchange/format-table.ts';
import { turnedCorners } from '../common/exchange/rotated-box.ts';
import { pngCodec } from './png-codec.ts';

const classes = [
  classNamed('Car', 0, [
    ['State', 'radio', ['Parked', 'Moving']],
    ['Doors', 'numeric', []],
    ['Plate', 'text', []],
    ['occluded', 'radio', ['0', '1']],
  ]),
  classNamed('<Road> & "1"', 1),
];
const size = { width: 640, height: 480 };

const coordinate = (most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: most * 100 }).map(value => value / 100);
const place = fc.tuple(coordinate(size.width), coordinate(size.height));
const owner = fc.constantFrom('Car', '<Road> & "1"').map(className => ({ className }));
const flat = (least: number): fc.Arbitrary<number[]> =>
  fc.array(place, { minLength: least, maxLength: 12 }).map(list => list.flat());

const shapes = {
  bbox: fc
    .tuple(place, place)
    .filter(([[x1, y1], [x2, y2]]) => x1 < x2 && y1 < y2)
    .map(([[x1, y1], [x2, y2]]) => ({ type: 'bbox', points: { x1, y1, x2, y2 } })),
  polygon: flat(3).map(points => ({ type: 'polygon', points, exclude: [] })),
  holed: fc.tuple(flat(3), flat(3)).map(([points, hole]) => ({ type: 'polygon', points, exclude: [hole] })),
  polyline: flat(2).map(points => ({ type: 'polyline', points })),
  point: place.map(([x, y]) => ({ type: 'point', x, y })),
  circle: fc
    .tuple(place, coordinate(50))
    .filter(([, r]) => r > 1)
    .map(([[cx, cy], r]) => ({ type: 'ellipse', cx, cy, rx: r, ry: r, angle: 0 })),
  ellipse: fc
    .tuple(place, coordinate(50), coordinate(30), coordinate(359))
    .filter(([, rx, ry]) => rx > 0 && ry > 0)
    .map(([[cx, cy], rx, ry, angle]) => ({ type: 'ellipse', cx, cy, rx, ry, angle })),
  // Inside the image, so that formats that clip lose nothing.
  rbbox: fc
    .tuple(
      fc.integer({ min: 200, max: 400 }),
      fc.integer({ min: 200, max: 280 }),
      fc.integer({ min: 10, max: 150 }),
      fc.integer({ min: 10, max: 150 }),
      fc.integer({ min: 1, max: 359 }),
    )
    .map(([cx, cy, w, h, degrees]) => ({
      type: 'rbbox',
      points: Object.fromEntries(
        Object.entries(turnedCorners(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2, degrees)).map(([key, value]) => [
          key,
          Math.round(Number(value) * 100) / 100,
        ]),
      ),
    })),
  cuboid: fc
    .tuple(place, place, place, place)
    .map(([f1, f2, r1, r2]) => ({
      type: 'cuboid',
      points: Object.fromEntries(Object.entries({ f1, f2, r1, r2 }).map(([key, [x, y]]) => [key, { x, y }])),
    })),
} as const;

type Kind = keyof typeof shapes;
const carried: readonly (readonly [ExchangeFormatId, ExchangeOptions, readonly Kind[]])[] = [
  ['yolo', { task: 'detect' }, ['bbox']],
  ['yolo', { task: 'segment' }, ['polygon']],
  ['yolo', { task: 'obb' }, ['rbbox']],
  ['voc', { task: 'detect' }, ['bbox']],
  ['voc', { task: 'detect', one_based: true }, ['bbox']],
  ['labelme', {}, ['bbox', 'polygon', 'holed', 'polyline', 'point', 'circle', 'rbbox']],
  ['cvat', {}, ['bbox', 'polygon', 'polyline', 'point', 'ellipse', 'rbbox', 'cuboid']],
  ['label-studio', {}, ['bbox', 'polygon', 'polyline', 'point', 'ellipse', 'rbbox']],
];

/** The numbers of a geometry, in a fixed order. */
function numbersOf(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(numbersOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, each]) =>
      ['groupId', 'attributes', 'source', 'probability', 'z'].includes(key) ? [] : numbersOf(each),
    );
}

describe('import(export(x))', () => {
  it.each(carried)('%s %o should be x within 0.01 px for %o', async (id, options, kinds) => {
    const instance = fc
      .tuple(fc.oneof(...kinds.map(kind => shapes[kind] as fc.Arbitrary<JsonRecord>)), owner)
      .map(([shape, fields]): JsonRecord => ({ ...shape, ...fields, attributes: [] }));
    await fc.assert(
      fc.asyncProperty(fc.array(instance, { minLength: 1, maxLength: 6 }), async instances => {
        const { files } = await written(
          exchangeFormats[id],
          { metadata: { name: 'a.jpg' }, instances, tags: [], comments: [] },
          classes,
          pngCodec,
          options,
          size,
        );
        const back = await readBack(exchangeFormats[id], files, pngCodec, options, size, classes);
        expect(back.report).toEqual([]);
        const read = instancesOf(back);
        expect(read.map(each => [each['type'], each['className']])).toEqual(
          instances.map(each => [each['type'], each['className']]),
        );
        instances.forEach((each, at) => {
          const [before, after] = [numbersOf(each), numbersOf(read[at])];
          expect(after).toHaveLength(before.length);
          after.forEach((value, index) =>
            expect(
              Math.abs(value - before[index]!),
              `${JSON.stringify(each)} became ${JSON.stringify(read[at])}`,
            ).toBeLessThanOrEqual(0.0101),
          );
        });
      }),
      { numRuns: 40 },
    );
  });

  it('should keep keypoints by their names, hidden ones too, with their box', async () => {
    const document = {
      metadata: { name: 'a.jpg' },
      tags: [],
      comments: [],
      instances: [
        {
          type: 'template',
          className: 'Car',
          templateName: 'Car',
          groupId: 4,
          attributes: [],
          points: [
            { id: 1, x: 10.5, y: 20.25 },
            { id: 7, x: 30, y: 40 },
          ],
          connections: [],
          pointLabels: { 0: 'front', 1: 'rear' },
          source: { format: 'coco', v: [2, 1] },
        },
        { type: 'bbox', className: 'Car', groupId: 4, attributes: [], points: { x1: 5, y1: 10, x2: 45, y2: 60 } },
        {
          type: 'template',
          className: 'Car',
          templateName: 'Car',
          groupId: 5,
          attributes: [],
          points: [{ id: 1, x: 100, y: 110 }],
          connections: [],
          pointLabels: { 0: 'rear' },
        },
        { type: 'bbox', className: 'Car', groupId: 5, attributes: [], points: { x1: 90, y1: 100, x2: 120, y2: 130 } },
      ],
    };
    const { files } = await written(exchangeFormats.yolo, document, classes, pngCodec, { task: 'pose' });
    expect(files.get('data.yaml')).toContain('kpt_shape: [2, 3]\nkpt_names:\n  0: ["front","rear"]\n');
    expect(String(files.get('labels/a.txt')).split('\n')[1]).toBe(
      '0 0.164063 0.239583 0.046875 0.062500 0.000000 0.000000 0 0.156250 0.229167 2',
    );
    for (const [id, options] of [
      ['yolo', { task: 'pose' }],
      ['label-studio', {}],
      ['cvat', {}],
    ] as const) {
      const output =
        id === 'yolo' ? files : (await written(exchangeFormats[id], document, classes, pngCodec, options)).files;
      const read = instancesOf(await readBack(exchangeFormats[id], output, pngCodec, options));
      const templates = read.filter(each => each['type'] === 'template');
      expect(
        templates.map(each => each['pointLabels']),
        id,
      ).toEqual([{ 0: 'front', 1: 'rear' }, { 0: 'rear' }]);
      expect(
        read.filter(each => each['type'] === 'bbox').map(each => each['groupId']),
        id,
      ).toEqual(templates.map(each => each['groupId']));
      for (const [at, expected] of [
        [10.5, 20.25],
        [30, 40],
      ].entries()) {
        const found = (templates[0]!['points'] as { x: number; y: number }[])[at]!;
        expect(Math.hypot(found.x - expected[0]!, found.y - expected[1]!), id).toBeLessThan(0.01);
      }
      if (id !== 'label-studio') expect((templates[0]!['source'] as { v: number[] }).v, id).toEqual([2, 1]);
    }
  });

  it.each([['labelme'], ['cvat'], ['voc'], ['label-studio']] as const)('%s should keep attributes', async id => {
    const attributes = [
      { groupName: 'State', name: 'Moving' },
      { groupName: 'Doors', name: 4 },
      { groupName: 'Plate', name: 'A <1> "é"' },
      { groupName: 'occluded', name: '1' },
    ];
    const document = {
      metadata: {},
      instances: [{ type: 'bbox', className: 'Car', points: { x1: 1, y1: 2, x2: 3, y2: 4 }, attributes }],
      tags: [],
      comments: [],
    };
    const { files } = await written(exchangeFormats[id], document, classes, pngCodec);
    const [read] = instancesOf(await readBack(exchangeFormats[id], files, pngCodec, {}, size, classes));
    const sorted = (list: unknown): unknown =>
      (list as { groupName: string }[])
        .filter(each => !['pose', 'truncated', 'difficult'].includes(each.groupName))
        .toSorted((one, other) => (one.groupName < other.groupName ? -1 : 1));
    expect(sorted(read!['attributes'])).toEqual(sorted(attributes));
  });

  it.each([
    ['labelme', {}],
    ['cvat', {}],
    ['label-studio', {}],
    ['voc', { task: 'segment' }],
    ['masks', { task: 'classes' }],
    ['masks', { task: 'instances' }],
    ['masks', { task: 'colors' }],
    ['coco-panoptic', {}],
  ] as const)('%s %o should keep a mask to the pixel', async (id, options) => {
    const [width, height] = [12, 9];
    const runs = { width, height, counts: [10, 3, 6, 2, 7, 1, 79] };
    const instance = { className: 'Car', attributes: [], parts: [{ color: '#00000f' }] };
    const { files } = await written(
      exchangeFormats[id],
      { metadata: {}, instances: [instance], tags: [], comments: [] },
      classes,
      pngCodec,
      options,
      { width, height },
      new Map([[instance, runs]]),
    );
    const back = await readBack(exchangeFormats[id], files, pngCodec, options, { width, height });
    expect(back.neutral[0]!.instances.map(each => each.geometry)).toEqual([{ type: 'mask', runs }]);
    expect(back.neutral[0]!.instances[0]!.className).toBe('Car');
  });
});
