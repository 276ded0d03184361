import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkVectorDocument } from './checks.ts';
import type { VectorCheckOptions } from './checks.ts';
import { check, classes, shapes } from './checks.support.ts';

describe('a vector instance', () => {
  it.each(Object.entries(shapes))('%s is fine with its geometry alone', (type, geometry) => {
    expect(check({ type, ...geometry })).toEqual([]);
  });

  it.each(
    Object.entries(shapes)
      .filter(([type]) => type !== 'tag')
      .flatMap(([type, geometry]) =>
        Object.keys(geometry)
          .filter(key => key !== 'connections')
          .map(key => [type, key] as const),
      ),
  )('%s needs %s', (type, key) => {
    const geometry = Object.fromEntries(Object.entries(shapes[type]!).filter(([name]) => name !== key));
    expect(check({ type, ...geometry })).toEqual([`instances[0]: '${key}' is a required property`]);
  });

  it('of a box needs all four corners, as numbers', () => {
    expect(check({ type: 'bbox', points: { x1: 1, y1: 2, x2: '3' } })).toEqual([
      "instances[0].points: 'y2' is a required property",
      "instances[0].points.x2: '3' is not of type 'number'",
    ]);
  });

  it('needs a type, and a known one', () => {
    expect(check({})).toEqual(['instances[0]: type required']);
    expect(check({ type: 'blob' })).toEqual(['instances[0]: invalid type']);
  });

  it.each([
    [{ type: 'polygon', points: [1, 2, 3] }, 'instances[0].points: [1, 2, 3] has an odd number of coordinates'],
    [{ type: 'polygon', points: [1, 2, 3, 4] }, 'instances[0].points: [1, 2, 3, 4] is too short'],
    [{ type: 'polyline', points: [1, 2] }, 'instances[0].points: [1, 2] is too short'],
    [
      { type: 'polyline', points: [1, 2, 3, 4, 5] },
      'instances[0].points: [1, 2, 3, 4, 5] has an odd number of coordinates',
    ],
    [
      { type: 'polygon', points: [0, 0, 9, 0, 9, 9], exclude: [[1, 2, 3, 4]] },
      'instances[0].exclude[0]: [1, 2, 3, 4] is too short',
    ],
    [
      { type: 'polygon', points: [0, 0, 9, 0, 9, 9], exclude: [[1, 2, 3, 4, 5, 6, 7]] },
      'instances[0].exclude[0]: [1, 2, 3, 4, 5, 6, 7] has an odd number of coordinates',
    ],
    [
      {
        type: 'template',
        templateName: 'h',
        points: [
          { id: 2, x: 0, y: 0 },
          { id: 2, x: 1, y: 1 },
        ],
        connections: [],
      },
      'instances[0].points[1].id: 2 is duplicated',
    ],
    [
      {
        type: 'template',
        templateName: 'h',
        points: [{ id: 2, x: 0, y: 0 }],
        connections: [{ id: 1, from: 2, to: 7 }],
      },
      'instances[0].connections[0].to: 7 is not a point id',
    ],
    [{ type: 'template', templateName: 'h', points: [], connections: [] }, 'instances[0].points: [] is too short'],
    [
      { type: 'bbox', points: { x1: 1, y1: 2, x2: 3, y2: 4 }, pointLabels: { 8: 'a' } },
      'instances[0].pointLabels: 8 is greater than the maximum of 7',
    ],
    [
      { type: 'polygon', points: [0, 0, 9, 0, 9, 9], pointLabels: { 2: 'ok', 3: 'a' } },
      'instances[0].pointLabels: 3 is greater than the maximum of 2',
    ],
    [
      { type: 'point', x: 1, y: 2, pointLabels: { 1: 'a' } },
      'instances[0].pointLabels: 1 is greater than the maximum of 0',
    ],
    [{ type: 'ellipse', cx: 5, cy: 5, rx: -2, ry: 3, angle: 0 }, 'instances[0].rx: -2 is less than the minimum of 0'],
    [{ type: 'tag' }, "instances[0]: 'className' is a required property"],
  ])('%j is refused', (instance, text) => {
    expect(check(instance)).toEqual([text]);
  });

  it('in the internal form needs ids instead of names', () => {
    expect(check({ type: 'tag', className: 'Weather' }, { form: 'internal' })).toEqual([
      "instances[0]: 'classId' is a required property",
    ]);
    expect(check({ type: 'tag', classId: -1 }, { form: 'internal' })).toEqual([]);
    expect(check({ type: 'template', points: [{ id: 1, x: 1, y: 2 }] }, { form: 'internal' })).toEqual([
      "instances[0]: 'templateId' is a required property",
    ]);
    expect(check({ type: 'point', x: 1, y: 1, attributes: [{ groupId: 2, id: 20 }] }, { form: 'internal' })).toEqual(
      [],
    );
  });
});

describe('classes and attributes', () => {
  const car = (attributes: object[], options: Partial<VectorCheckOptions> = {}): string[] =>
    check({ type: 'point', x: 1, y: 1, className: 'Car', attributes }, { classes, ...options });
  const parked = { groupName: 'State', name: 'Parked' };

  it('allow one value in a radio group, several in a checklist', () => {
    expect(car([parked, { groupName: 'State', name: 'Moving' }])).toEqual([
      "instances[0].attributes: 'State' allows a single value",
    ]);
    expect(car([parked, { groupName: 'Damage', name: 'Parked' }, { groupName: 'Damage', name: 'Moving' }])).toEqual([]);
  });

  it('want numbers in numeric groups and texts elsewhere', () => {
    expect(car([parked, { groupName: 'Doors', name: 'four' }])).toEqual([
      "instances[0].attributes[1].name: 'four' is not of type 'number'",
    ]);
    expect(car([parked, { groupName: 'Plate', name: 34 }])).toEqual([
      "instances[0].attributes[1].name: 34 is not of type 'string'",
    ]);
    expect(car([parked, { groupName: 'Doors', name: 4 }, { groupName: 'Plate', name: '34 AB' }])).toEqual([]);
  });

  it('warn about a required group without value, and refuse it when the item is completed', () => {
    expect(car([])).toEqual(["warning instances[0].attributes: 'State' is a required group"]);
    expect(car([], { completing: true })).toEqual(["instances[0].attributes: 'State' is a required group"]);
    expect(car([{ groupId: 2, id: 20 }], { form: 'internal' })).toEqual([
      "warning instances[0].attributes: 'State' is a required group",
    ]);
    expect(car([{ groupId: 2, id: 20, name: 'Parked' }], { form: 'internal' })).toEqual([]);
  });

  it('must be of the type that the instance needs', () => {
    expect(check({ type: 'tag', className: 'Plain' }, { classes })).toEqual([
      "instances[0].className: 'Plain' is not a tag class",
    ]);
    expect(check({ type: 'point', x: 1, y: 1, className: 'Weather' }, { classes })).toEqual([
      "instances[0].className: 'Weather' is not an object class",
    ]);
    expect(check({ type: 'point', x: 1, y: 1, className: 'Link' }, { classes })).toEqual([
      'instances[0].className: relationship class type is not supported in Vector project.',
    ]);
    expect(check({ type: 'point', x: 1, y: 1, className: 'Unknown' }, { classes })).toEqual([]);
  });
});

const real = [
  'product_export/example_image_1.jpg___objects.json',
  'product_export/example_image_2.jpg___objects.json',
  'product_export/example_image_3.jpg___objects.json',
  'product_export/example_image_4.jpg___objects.json',
  'all_shapes_no_image/file_example.jpg.json',
]
  .map(name => `../shared/data/vector/${name}`)
  .filter(file => existsSync(file));

describe.skipIf(real.length === 0)('real documents', () => {
  it.each(real)('%s has no findings', file => {
    expect(checkVectorDocument(JSON.parse(readFileSync(file, 'utf8')), { form: 'export' })).toEqual([]);
  });
});
