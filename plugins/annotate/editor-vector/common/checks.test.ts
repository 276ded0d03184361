import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/annotation-class.ts';
import { indexClasses } from '#plugins/annotate/annotations/common/class-index.ts';
import { checkVectorDocument } from './checks.ts';
import type { VectorCheckOptions } from './checks.ts';
import { storedShapes } from './stored-shapes.ts';
import { vectorSchema } from './vector-schema.ts';

const times = { createdAt: '', updatedAt: '' };
const group = (id: number, name: string, type: AttributeGroup['group_type'], isRequired = false): AttributeGroup => ({
  id,
  class_id: 1,
  name,
  group_type: type,
  isRequired,
  default_value: null,
  order: 0,
  ...times,
  attributes: ['Parked', 'Moving'].map((value, at) => ({
    id: id * 10 + at,
    group_id: id,
    project_id: 1,
    name: value,
    default: 0,
    order: at,
    count: 0,
    ...times,
  })),
});
const entry = (id: number, name: string, type: 1 | 2 | 3, groups: AttributeGroup[] = []): AnnotationClass => ({
  id,
  project_id: 1,
  name,
  color: '#FF0000',
  type,
  order: 0,
  count: 0,
  ...times,
  attribute_groups: groups,
});
const classes = indexClasses([
  entry(1, 'Car', 1, [
    group(2, 'State', 'radio', true),
    group(3, 'Doors', 'numeric'),
    group(4, 'Plate', 'ocr'),
    group(5, 'Damage', 'checklist'),
  ]),
  entry(6, 'Weather', 2),
  entry(7, 'Link', 3),
  entry(8, 'Plain', 1),
]);

const check = (instance: object, options: Partial<VectorCheckOptions> = {}, metadata: object = {}): string[] =>
  checkVectorDocument(
    { metadata: { name: 'a.jpg', ...metadata }, instances: [instance] },
    { form: 'export', ...options },
  ).map(issue => `${issue.severity === 'error' ? '' : 'warning '}${issue.path}: ${issue.message}`);

const shapes: Record<string, object> = {
  bbox: { points: { x1: 1, y1: 2, x2: 3, y2: 4 } },
  rbbox: { points: { x1: 0, y1: 0, x2: 10, y2: 0, x3: 10, y3: 5, x4: 0, y4: 5 } },
  polygon: { points: [0, 0, 10, 0, 10, 10] },
  polyline: { points: [0, 0, 10, 0] },
  point: { x: 1, y: 2 },
  ellipse: { cx: 5, cy: 5, rx: 2, ry: 3, angle: 10 },
  template: { points: [{ id: 1, x: 1, y: 2 }], connections: [], templateName: 'hand' },
  cuboid: { points: { f1: { x: 0, y: 0 }, f2: { x: 4, y: 4 }, r1: { x: 1, y: 1 }, r2: { x: 5, y: 5 } } },
  tag: { className: 'Weather' },
};

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

describe('warnings', () => {
  const media = { width: 1920, height: 1080 };

  it.each([
    [
      'a box outside',
      { type: 'bbox', points: { x1: 10, y1: 20, x2: 1934.2, y2: 40 } },
      'instances[0].points.x2: x2 1934.2 is outside the image',
    ],
    ['a point outside', { type: 'point', x: -0.5, y: 3 }, 'instances[0].x: x -0.5 is outside the image'],
    [
      'an ellipse outside',
      { type: 'ellipse', cx: 5, cy: 1081, rx: 2, ry: 3, angle: 0 },
      'instances[0].cy: cy 1081 is outside the image',
    ],
    [
      'a polygon outside, once',
      { type: 'polygon', points: [0, 0, 2000, 0, 3000, 10] },
      'instances[0].points[2]: x 2000 is outside the image',
    ],
    [
      'a key point outside',
      { type: 'template', templateName: 'h', points: [{ id: 1, x: 1, y: 2000 }], connections: [] },
      'instances[0].points[0].y: y 2000 is outside the image',
    ],
    [
      'a cuboid outside',
      { type: 'cuboid', points: { f1: { x: 0, y: 0 }, f2: { x: 4, y: 4 }, r1: { x: 1, y: 1 }, r2: { x: 1921, y: 5 } } },
      'instances[0].points.r2.x: x 1921 is outside the image',
    ],
    ['a flat box', { type: 'bbox', points: { x1: 5, y1: 2, x2: 5, y2: 4 } }, 'instances[0].points: shape has no area'],
    ['a flat ellipse', { type: 'ellipse', cx: 5, cy: 5, rx: 0, ry: 3, angle: 0 }, 'instances[0]: shape has no area'],
    [
      'a polygon on one line',
      { type: 'polygon', points: [0, 0, 10.1, 10.1, 30.3, 30.3] },
      'instances[0].points: shape has no area',
    ],
    [
      'a ring that crosses itself',
      { type: 'polygon', points: [0, 0, 10, 10, 10, 0, 0, 10] },
      'instances[0].points: ring crosses itself',
    ],
    [
      'a hole outside',
      { type: 'polygon', points: [0, 0, 10, 0, 10, 10, 0, 10], exclude: [[20, 20, 22, 20, 22, 22]] },
      'instances[0].exclude[0]: hole is outside the polygon',
    ],
    [
      'a hole across the border',
      { type: 'polygon', points: [0, 0, 10, 0, 10, 10, 0, 10], exclude: [[5, 5, 15, 5, 15, 7]] },
      'instances[0].exclude[0]: hole is outside the polygon',
    ],
    [
      'holes that cross',
      {
        type: 'polygon',
        points: [0, 0, 10, 0, 10, 10, 0, 10],
        exclude: [
          [2, 2, 6, 2, 6, 6, 2, 6],
          [4, 4, 8, 4, 8, 8, 4, 8],
        ],
      },
      'instances[0].exclude[1]: hole crosses another hole',
    ],
    [
      'unsorted corners',
      { type: 'bbox', points: { x1: 9, y1: 2, x2: 5, y2: 4 } },
      'instances[0].points: corners were sorted',
    ],
    [
      'corners that form no rectangle',
      { type: 'rbbox', points: { x1: 0, y1: 0, x2: 10, y2: 0, x3: 12, y3: 5, x4: 0, y4: 5 } },
      'instances[0].points: corners do not form a rectangle',
    ],
    [
      'repeated connection ids',
      {
        type: 'template',
        templateName: 'h',
        points: [
          { id: 1, x: 0, y: 0 },
          { id: 2, x: 1, y: 1 },
        ],
        connections: [
          { id: 1, from: 1, to: 2 },
          { id: 1, from: 2, to: 1 },
        ],
      },
      'instances[0].connections[1].id: 1 is duplicated',
    ],
  ])('tell of %s', (_what, instance, text) => {
    expect(check(instance, { media })).toEqual([`warning ${text}`]);
  });

  it('do not tell of shapes that end exactly at the border, touch themselves, or have holes at their edge', () => {
    expect(check({ type: 'bbox', points: { x1: 0, y1: 0, x2: 1920, y2: 1080 } }, { media })).toEqual([]);
    expect(check({ type: 'polygon', points: [0, 0, 10, 0, 5, 5, 10, 10, 0, 10, 5, 5] }, { media })).toEqual([]);
    expect(
      check({ type: 'polygon', points: [0, 0, 10, 0, 10, 10, 0, 10], exclude: [[0, 5, 4, 4, 4, 6]] }, { media }),
    ).toEqual([]);
    expect(
      check(
        { type: 'rbbox', points: { x1: 1100, y1: 700, x2: 1300, y2: 750, x3: 1280, y3: 830, x4: 1080, y4: 780 } },
        { media },
      ),
    ).toEqual([]);
  });

  it('tell when the metadata has another size than the image', () => {
    expect(check({ type: 'point', x: 1, y: 1 }, { media }, { width: 1280, height: 1080 })).toEqual([
      'warning metadata.width: metadata.width 1280 differs from the image (1920)',
    ]);
  });

  it('go by the size in the metadata when the media is not known', () => {
    expect(check({ type: 'point', x: 11, y: 1 }, {}, { width: 10, height: 10 })).toEqual([
      'warning instances[0].x: x 11 is outside the image',
    ]);
  });

  it('find nothing wrong with a ring of 20 000 vertices', () => {
    const points = Array.from({ length: 20_000 }, (_entry, at) => [
      500 + 400 * Math.cos((at / 20_000) * 2 * Math.PI),
      500 + 400 * Math.sin((at / 20_000) * 2 * Math.PI),
    ]).flat();
    expect(check({ type: 'polygon', points }, { media })).toEqual([]);
  });
});

describe('the document as stored', () => {
  it('has boxes with sorted corners and unique connection ids, and all else as it came', () => {
    const template = {
      type: 'template',
      points: [],
      connections: [
        { id: 1, from: 1, to: 2 },
        { id: 1, from: 2, to: 1 },
      ],
    };
    expect(
      storedShapes({
        instances: [
          { type: 'bbox', points: { x1: 9, y1: 2, x2: 5, y2: 4, mine: 1 } },
          template,
          { type: 'point', x: -5, y: 1 },
        ],
      })['instances'],
    ).toEqual([
      { type: 'bbox', points: { x1: 5, y1: 2, x2: 9, y2: 4, mine: 1 } },
      {
        ...template,
        connections: [
          { id: 1, from: 1, to: 2 },
          { id: 2, from: 2, to: 1 },
        ],
      },
      { type: 'point', x: -5, y: 1 },
    ]);
  });
});

describe('the schema that clients get', () => {
  it('has a type const directly in each alternative, none by reference', () => {
    const alternatives = vectorSchema('export').properties!['instances']!.items!.oneOf!;
    expect(alternatives.map(alternative => alternative.properties!['type']!.const)).toEqual(Object.keys(shapes));
    expect(JSON.stringify(vectorSchema('export'))).not.toContain('$ref');
  });

  it('asks a box for points and nothing else', () => {
    const box = vectorSchema('export').properties!['instances']!.items!.oneOf![0]!;
    expect(box.required).toEqual(['type', 'points']);
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
