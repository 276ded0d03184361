import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/annotation-class.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/json-value.ts';
import { ringsToMask } from '../mask/rings-to-mask.ts';
import { readCoco } from './read-coco.ts';
import { CocoWriter } from './write-coco.ts';
import type { CocoImageInput, CocoTask } from './write-coco.ts';

const times = { createdAt: '', updatedAt: '' };
const group = (name: string, type: AttributeGroup['group_type']): AttributeGroup => ({
  id: 1,
  class_id: 1,
  name,
  group_type: type,
  isRequired: false,
  default_value: null,
  order: 0,
  attributes: [],
  ...times,
});
const entry = (id: number, name: string, groups: AttributeGroup[] = []): AnnotationClass => ({
  id,
  project_id: 1,
  name,
  color: '#2090F4',
  type: 1,
  order: id,
  count: 0,
  attribute_groups: groups,
  ...times,
});
const classes = [
  entry(7, 'Car', [
    group('State', 'radio'),
    group('Damage', 'checklist'),
    group('Doors', 'numeric'),
    group('Plate', 'ocr'),
    group('occluded', 'radio'),
    group('iscrowd', 'radio'),
  ]),
  entry(3, 'Road'),
];
const image = { name: 'a.jpg', width: 100, height: 80 };

type Pair = readonly [document: JsonRecord, image: CocoImageInput];
interface Written {
  images: JsonRecord[];
  annotations: JsonRecord[];
  categories: JsonRecord[];
}

function text(pairs: readonly Pair[], task: CocoTask = 'instances'): { file: string; lines: readonly string[] } {
  const writer = new CocoWriter({ task, classes });
  for (const [document] of pairs) writer.prepare(document);
  const file = [
    writer.start(),
    ...pairs.map(([document, where]) => writer.item(document, where)),
    ...writer.end(),
  ].join('');
  return { file, lines: writer.report.lines() };
}

const document = (...instances: object[]): JsonRecord => ({
  metadata: { name: 'a.jpg' },
  instances: instances.map(instance => ({ className: 'Car', ...instance })),
  tags: [],
  comments: [],
});
const write = (instances: object[], task: CocoTask = 'instances') => {
  const { file, lines } = text([[document(...instances), image]], task);
  return { ...(JSON.parse(file) as Written), lines };
};
const read = (file: unknown, known: AnnotationClass[] = classes) => {
  const result = readCoco(file, { classes: known });
  return { ...result, items: [...result.items()], lines: result.report.lines() };
};
const again = (instances: object[], task: CocoTask = 'instances'): JsonRecord[] => {
  const items = read(JSON.parse(text([[document(...instances), image]], task).file)).items;
  return items[0]!.document['instances'] as JsonRecord[];
};

const box = { type: 'bbox', points: { x1: 10, y1: 20, x2: 30.5, y2: 40.25 } };

describe('writing COCO instances', () => {
  it('numbers images, annotations and categories from 1, categories in class order', () => {
    const { images, annotations, categories } = write([box, { ...box, className: 'Road' }]);
    expect(images).toEqual([{ id: 1, file_name: 'a.jpg', width: 100, height: 80 }]);
    expect(annotations.map(({ id, image_id, category_id }) => [id, image_id, category_id])).toEqual([
      [1, 1, 1],
      [2, 1, 2],
    ]);
    expect(categories).toEqual([
      { id: 1, name: 'Car', supercategory: '' },
      { id: 2, name: 'Road', supercategory: '' },
    ]);
  });

  it('writes a box with its corners and area width times height', () => {
    expect(write([box]).annotations[0]).toMatchObject({
      segmentation: [[10, 20, 30.5, 20, 30.5, 40.25, 10, 40.25]],
      bbox: [10, 20, 20.5, 20.25],
      area: 415.13,
      iscrowd: 0,
    });
  });

  it('writes a polygon with the pixel count of its mask as area and the extent of its vertices as box', () => {
    expect(
      write([{ type: 'polygon', points: [0.4, 0.4, 3.6, 0.4, 3.6, 2.6, 0.4, 2.6, 0.4, 2] }]).annotations[0],
    ).toMatchObject({ area: 12, bbox: [0.4, 0.4, 3.2, 2.2] });
  });

  it('writes a polygon with holes as compressed run lengths', () => {
    const [annotation] = write([
      { type: 'polygon', points: [0, 0, 10, 0, 10, 10, 0, 10], exclude: [[2, 2, 4, 2, 4, 4, 2, 4]] },
    ]).annotations;
    expect(annotation).toMatchObject({
      area: 96,
      bbox: [0, 0, 10, 10],
      iscrowd: 0,
      segmentation: { size: [80, 100], counts: expect.any(String) },
    });
  });

  it('joins polygons of one class and group into one annotation, in document order, and keeps other groups apart', () => {
    const part = (at: number, groupId: number, className = 'Car'): object => ({
      type: 'polygon',
      className,
      groupId,
      points: [at, 0, at + 5, 0, at + 5, 5],
    });
    const { annotations, lines } = write([
      part(0, 4),
      part(20, 5),
      part(10, 4),
      part(30, 4, 'Road'),
      part(40, 0),
      part(50, 0),
    ]);
    expect(annotations.map(annotation => (annotation['segmentation'] as number[][]).map(ring => ring[0]))).toEqual([
      [0, 10],
      [20],
      [30],
      [40],
      [50],
    ]);
    expect(lines).toEqual(['2 instances lost groupId']);
  });

  it('writes an ellipse as a polygon of 64 vertices and says so', () => {
    const { annotations, lines } = write([{ type: 'ellipse', cx: 50, cy: 40, rx: 20, ry: 10, angle: 90 }]);
    const [ring] = annotations[0]!['segmentation'] as number[][];
    expect(ring).toHaveLength(128);
    expect(ring!.slice(0, 2)).toEqual([50, 60]);
    expect(ring!.slice(32, 34)).toEqual([40, 40]);
    expect(lines).toEqual(['1 ellipse was written as a polygon']);
  });

  it('leaves out what the task cannot hold, and counts it', () => {
    const point = { type: 'point', x: 1, y: 1 };
    const { annotations, lines } = write([
      point,
      point,
      { type: 'polyline', points: [0, 0, 1, 1] },
      { type: 'tag' },
      { type: 'cuboid', points: {} },
      { type: 'template', points: [] },
      { ...box, className: undefined },
      { ...box, className: 'Unknown' },
    ]);
    expect(annotations).toEqual([]);
    expect(lines).toEqual([
      '2 instances without a class were dropped',
      '2 points were dropped',
      '1 polyline was dropped',
      '1 tag instance was dropped',
      '1 cuboid was dropped',
      '1 template was dropped',
    ]);
  });

  it('names every field it cannot carry, with counts, but not defaults', () => {
    const full = {
      ...box,
      probability: 100,
      groupId: 0,
      pointLabels: {},
      trackingId: null,
      locked: false,
      visible: true,
      error: null,
      attributes: [],
    };
    expect(write([full]).lines).toEqual([]);
    const marked = {
      ...full,
      groupId: 3,
      pointLabels: { 0: 'a' },
      trackingId: 'x',
      locked: true,
      visible: false,
      error: false,
      createdBy: { email: 'a@b.c' },
      mine: 1,
    };
    expect(write([marked, marked]).lines).toEqual(
      ['createdBy', 'error', 'groupId', 'locked', 'mine', 'pointLabels', 'trackingId', 'visible'].map(
        field => `2 instances lost ${field}`,
      ),
    );
    const { lines } = text([
      [
        {
          metadata: { name: 'a', status: 'Completed', pinned: true, isPredicted: false },
          instances: [],
          tags: ['x', 'y', 'z'],
          comments: [{}],
        },
        image,
      ],
    ]);
    expect(lines).toEqual([
      '3 tags were dropped',
      '1 comment was dropped',
      '1 item lost metadata.pinned',
      '1 item lost metadata.status',
    ]);
  });

  it('writes attributes, scores and crowds', () => {
    const attributes = [
      { groupName: 'State', name: 'Parked' },
      { groupName: 'Damage', name: 'Door' },
      { groupName: 'Doors', name: 4 },
      { groupName: 'occluded', name: '1' },
      { groupName: 'iscrowd', name: '1' },
    ];
    const [annotation] = write([
      { type: 'polygon', points: [0, 0, 9, 0, 9, 9], attributes, creationType: 'Prediction', probability: 87 },
    ]).annotations;
    expect(annotation).toMatchObject({
      attributes: { State: 'Parked', Damage: ['Door'], Doors: 4, occluded: true },
      score: 0.87,
      iscrowd: 1,
      segmentation: { size: [80, 100] },
    });
  });

  it('names files with their folder, and takes the size from the metadata when there is no other', () => {
    const { file } = text([
      [
        { metadata: { name: 'a.jpg', width: 7, height: 5 }, instances: [] },
        { name: 'a.jpg', folder: 'f' },
      ],
    ]);
    expect((JSON.parse(file) as Written).images).toEqual([{ id: 1, file_name: 'f/a.jpg', width: 7, height: 5 }]);
  });

  it('loses holes, and says so, when the size of the image is not known', () => {
    const { file, lines } = text([
      [
        document({ type: 'polygon', points: [0, 0, 10, 0, 10, 10, 0, 10], exclude: [[2, 2, 4, 2, 4, 4, 2, 4]] }),
        { name: 'a.jpg' },
      ],
    ]);
    expect((JSON.parse(file) as Written).annotations[0]).toMatchObject({
      area: 96,
      segmentation: [[0, 0, 10, 0, 10, 10, 0, 10]],
    });
    expect(lines).toEqual(['1 polygon lost its holes, since the size of the image is not known']);
  });

  it('gives the same bytes for the same input, also for none', () => {
    const pairs: Pair[] = [
      [document(box), image],
      [document(), { name: 'b.jpg' }],
      [document(box, box), { name: 'c.jpg' }],
    ];
    expect(text(pairs).file).toBe(text(pairs).file);
    expect(JSON.parse(text([]).file)).toMatchObject({ images: [], annotations: [] });
    expect(
      (JSON.parse(text(pairs).file) as Written).annotations.map(annotation => [
        annotation['id'],
        annotation['image_id'],
      ]),
    ).toEqual([
      [1, 1],
      [2, 3],
      [3, 3],
    ]);
  });
});

describe('reading COCO', () => {
  const categories = [{ id: 5, name: 'cat', supercategory: 'animal' }];
  const images = [
    { id: 9, file_name: 'dir/sub/a.jpg', width: 4, height: 3 },
    { id: 10, file_name: 'b.jpg', width: 4, height: 3 },
  ];
  const file = (...annotations: object[]): object => ({
    images,
    categories,
    annotations: annotations.map((annotation, at) => ({ id: at + 1, image_id: 9, category_id: 5, ...annotation })),
  });
  const first = (...annotations: object[]): JsonRecord[] =>
    read(file(...annotations)).items[0]!.document['instances'] as JsonRecord[];

  it('makes a class per label, and an item with an empty document for an image without annotations', () => {
    const result = read(file({ bbox: [1, 1, 2, 1] }));
    expect(result.classes).toEqual([{ name: 'cat', color: '#2478FC', type: 1, attribute_groups: [] }]);
    expect(result.items.map(({ name, folder }) => [name, folder])).toEqual([
      ['a.jpg', 'dir/sub'],
      ['b.jpg', ''],
    ]);
    expect(result.items[1]!.document).toEqual({
      metadata: { name: 'b.jpg', width: 4, height: 3 },
      instances: [],
      tags: [],
      comments: [],
    });
    expect(result.imageCount).toBe(2);
  });

  it('reads a box without segmentation, and one whose segmentation is the box', () => {
    const expected = { type: 'bbox', className: 'cat', points: { x1: 1, y1: 1, x2: 3, y2: 2 } };
    expect(first({ bbox: [1, 1, 2, 1] })[0]).toMatchObject(expected);
    expect(first({ bbox: [1, 1, 2, 1], segmentation: [] })[0]).toMatchObject(expected);
    expect(first({ bbox: [1, 1, 2, 1], segmentation: [[1, 1, 3, 1, 3, 2, 1, 2]] })[0]).toMatchObject(expected);
  });

  it('reads several polygons as one group, with a new number per object', () => {
    const pieces = {
      segmentation: [
        [0, 0, 1, 0, 1, 1],
        [2, 0, 3, 0, 3, 1],
      ],
    };
    expect(
      first(pieces, { segmentation: [[0, 0, 1, 0, 1, 1]] }, pieces).map(instance => [
        instance['type'],
        instance['groupId'],
      ]),
    ).toEqual([
      ['polygon', 1],
      ['polygon', 1],
      ['polygon', undefined],
      ['polygon', 2],
      ['polygon', 2],
    ]);
  });

  it('reads run lengths as polygons on pixel corners, and crowds as an attribute', () => {
    expect(first({ iscrowd: 1, segmentation: { size: [3, 4], counts: [0, 2, 1, 2, 7] } })[0]).toMatchObject({
      type: 'polygon',
      points: [0, 0, 2, 0, 2, 2, 0, 2],
      attributes: [{ name: '1', groupName: 'iscrowd' }],
    });
    const { classes: made } = read(file({ iscrowd: 1, bbox: [0, 0, 1, 1] }));
    expect(made[0]!.attribute_groups).toEqual([
      {
        name: 'iscrowd',
        group_type: 'radio',
        isRequired: false,
        default_value: null,
        attributes: [
          { name: '0', default: 0 },
          { name: '1', default: 0 },
        ],
      },
    ]);
  });

  it('reads attributes by the kind of their values, and by the class when it exists', () => {
    const attributes = { occluded: true, count: 4, colour: 'red', marks: ['a', 'b'], rotation: 0 };
    const result = read(file({ bbox: [0, 0, 1, 1], attributes }));
    expect(result.classes[0]!.attribute_groups.map(made => [made.name, made.group_type])).toEqual([
      ['occluded', 'radio'],
      ['count', 'numeric'],
      ['colour', 'text'],
      ['marks', 'checklist'],
    ]);
    expect(result.items[0]!.document['instances']).toMatchObject([
      {
        attributes: [
          { name: '1', groupName: 'occluded' },
          { name: 4, groupName: 'count' },
          { name: 'red', groupName: 'colour' },
          { name: 'a', groupName: 'marks' },
          { name: 'b', groupName: 'marks' },
        ],
      },
    ]);
    const known = read({
      ...file({ bbox: [0, 0, 1, 1], attributes: { Doors: '4', Plate: 34 } }),
      categories: [{ id: 5, name: 'Car' }],
    });
    expect(known.items[0]!.document['instances']).toMatchObject([
      {
        attributes: [
          { name: 4, groupName: 'Doors' },
          { name: '34', groupName: 'Plate' },
        ],
      },
    ]);
  });

  it('reads a rotated box from its rotation', () => {
    const [instance] = first({ bbox: [0, 0, 4, 2], attributes: { rotation: 90 } });
    expect(instance).toMatchObject({ type: 'rbbox', attributes: [] });
    const points = instance!['points'] as Record<string, number>;
    expect(['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4'].map(key => Math.round(points[key]! * 100) / 100)).toEqual([
      3, -1, 3, 3, 1, 3, 1, -1,
    ]);
  });

  it('reads a score as a prediction', () => {
    expect(first({ bbox: [0, 0, 1, 1], score: 0.876 })[0]).toMatchObject({
      probability: 88,
      creationType: 'Prediction',
    });
  });

  it('keeps what has no place under source, and writes it again', () => {
    const result = read(
      { ...file({ bbox: [0, 0, 1, 1], mine: { a: 1 } }), images: [{ ...images[0], license: 5, coco_url: 'u' }] },
      [],
    );
    expect(result.items[0]!.document).toMatchObject({
      metadata: { source: { format: 'coco', license: 5, coco_url: 'u' } },
      instances: [{ source: { format: 'coco', id: 1, mine: { a: 1 } } }],
    });
    const writer = new CocoWriter({ task: 'instances', classes: [entry(1, 'cat')] });
    const written = JSON.parse(
      [writer.start(), writer.item(result.items[0]!.document, { name: 'a.jpg' }), ...writer.end()].join(''),
    ) as Written;
    expect(written.images[0]).toMatchObject({ license: 5, coco_url: 'u' });
    expect(written.annotations[0]).toMatchObject({ mine: { a: 1 } });
    expect(writer.report.lines()).toEqual([]);
  });

  it('reports what cannot be read and reads the rest', () => {
    const result = read(
      file(
        { bbox: [0, 0, 1, 1] },
        { segmentation: { size: [3, 4], counts: [5] } },
        { segmentation: [[1, 2, 3]] },
        { bbox: ['a'] },
        { category_id: 77, bbox: [0, 0, 1, 1] },
        { image_id: 77 },
      ),
    );
    expect(result.items[0]!.document['instances']).toHaveLength(1);
    expect(result.lines).toEqual([
      '3 annotations were dropped',
      'annotation 6: image 77 is not in the file',
      'annotation 2: counts cover 5 of 12 pixels',
      'annotation 3: segmentation must be lists of at least three x, y pairs',
      'annotation 4: bbox must be [x, y, width, height]',
      'annotation 5: category 77 is not in the file',
    ]);
  });

  it.each([
    [[], 'A COCO file must be a JSON object with images, annotations and categories.'],
    [{ categories: [] }, 'images: "images" must be a list'],
    [{ images: [{}], categories: [] }, 'images[0].file_name: must be a text'],
    [{ images: [], categories: [{ id: 1 }] }, 'categories[0].name: must be a text'],
    [
      { images: [], categories: [], annotations: [{ segments_info: [] }] },
      'annotations: This is a COCO panoptic file. Read it as COCO panoptic, with its pictures, into a Pixel project.',
    ],
  ])('says what is wrong with %j', (json, line) => {
    const result = readCoco(json);
    expect([...result.items()]).toEqual([]);
    expect(result.report.lines()).toContain(line);
  });
});

describe('a round trip through COCO', () => {
  const coordinate = fc.integer({ min: 0, max: 8000 }).map(value => value / 100);
  const boxes = fc
    .tuple(coordinate, coordinate, coordinate, coordinate)
    .map(([a, b, c, d]) => ({
      type: 'bbox',
      points: { x1: Math.min(a, c), y1: Math.min(b, d), x2: Math.max(a, c), y2: Math.max(b, d) },
    }));
  const polygons = fc
    .array(coordinate, { minLength: 6, maxLength: 24 })
    .map(points => ({ type: 'polygon', points: points.slice(0, points.length - (points.length % 2)), exclude: [] }));
  const rotated = fc
    .tuple(
      coordinate,
      coordinate,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: -180, max: 180 }),
    )
    .map(([x, y, width, height, degrees]) => {
      const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const corner = (u: number, v: number): [number, number] => [
        Math.round((x + u * cos - v * sin) * 100) / 100 + 0,
        Math.round((y + u * sin + v * cos) * 100) / 100 + 0,
      ];
      const [[x1, y1], [x2, y2], [x3, y3], [x4, y4]] = [
        corner(0, 0),
        corner(width, 0),
        corner(width, height),
        corner(0, height),
      ];
      return { type: 'rbbox', points: { x1, y1, x2, y2, x3, y3, x4, y4 } };
    });

  it('gives the same shapes, of the same types, exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(boxes, polygons, rotated), { maxLength: 8 }), shapes => {
        expect(
          again(shapes).map(({ type, points, exclude }) =>
            exclude === undefined ? { type, points } : { type, points, exclude },
          ),
        ).toEqual(shapes);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a polygon that looks like a box a polygon, and an upright rotated box rotated', () => {
    const upright = { type: 'rbbox', points: { x1: 1, y1: 1, x2: 5, y2: 1, x3: 5, y3: 3, x4: 1, y4: 3 } };
    expect(
      again([{ type: 'polygon', points: [1, 1, 5, 1, 5, 3, 1, 3] }, upright]).map(instance => instance['type']),
    ).toEqual(['polygon', 'rbbox']);
  });

  it('gives polygons with holes back with the same mask', () => {
    const hole = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
      .map(([x, y, side]) => [x, y, x + side, y, x + side, y + side, x, y + side]);
    fc.assert(
      fc.property(polygons, fc.array(hole, { minLength: 1, maxLength: 3 }), (polygon, exclude) => {
        const before = ringsToMask([[polygon.points, ...exclude]], image.width, image.height);
        const parts = again([{ ...polygon, exclude }]).map(instance => [
          instance['points'] as number[],
          ...(instance['exclude'] as number[][]),
        ]);
        expect(ringsToMask(parts, image.width, image.height)).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps attributes of a known class, scores and grouped pieces', () => {
    const attributes = [
      { name: 'Parked', groupName: 'State' },
      { name: 'Door', groupName: 'Damage' },
      { name: 'Tyre', groupName: 'Damage' },
      { name: 4, groupName: 'Doors' },
      { name: '34 AB', groupName: 'Plate' },
      { name: '1', groupName: 'occluded' },
    ];
    const pieces = [0, 20].map(at => ({
      type: 'polygon',
      groupId: 8,
      points: [at, 0, at + 5, 0, at + 5, 5],
      attributes,
      creationType: 'Prediction',
      probability: 61,
    }));
    expect(again(pieces)).toMatchObject(pieces.map(piece => ({ ...piece, groupId: 1 })));
  });
});

describe('keypoints', () => {
  const person = {
    type: 'template',
    templateName: 'Pedestrian',
    pointLabels: { 0: 'head', 1: 'hip', 2: 'foot' },
    groupId: 2,
    points: [
      { id: 1, x: 30, y: 41 },
      { id: 2, x: 30, y: 47 },
      { id: 5, x: 27, y: 56.5 },
    ],
    connections: [
      { id: 1, from: 1, to: 2 },
      { id: 2, from: 2, to: 5 },
    ],
  };
  const sitting = {
    ...person,
    groupId: 0,
    pointLabels: { 0: 'hip', 1: 'head' },
    points: [
      { id: 1, x: 1, y: 2 },
      { id: 2, x: 3, y: 4 },
    ],
    connections: [{ id: 1, from: 1, to: 2 }],
  };

  it('are placed by label, in one category per template with all its lines', () => {
    const { categories, annotations } = write([person, sitting], 'keypoints');
    expect(categories).toEqual([
      {
        id: 1,
        name: 'Pedestrian',
        supercategory: 'Car',
        keypoints: ['head', 'hip', 'foot'],
        skeleton: [
          [1, 2],
          [2, 3],
          [2, 1],
        ],
      },
    ]);
    expect(annotations.map(({ keypoints, num_keypoints, bbox }) => ({ keypoints, num_keypoints, bbox }))).toEqual([
      { keypoints: [30, 41, 2, 30, 47, 2, 27, 56.5, 2], num_keypoints: 3, bbox: [27, 41, 3, 15.5] },
      { keypoints: [3, 4, 2, 1, 2, 2, 0, 0, 0], num_keypoints: 2, bbox: [1, 2, 2, 2] },
    ]);
  });

  it('take the box of their group, and leave all else out', () => {
    const { annotations, lines } = write([person, { ...box, groupId: 2 }, { ...box, groupId: 3 }], 'keypoints');
    expect(annotations).toHaveLength(1);
    expect(annotations[0]).toMatchObject({ bbox: [10, 20, 20.5, 20.25], area: 415.13 });
    expect(lines).toEqual(['1 box was dropped']);
  });

  it('come back with points, labels, lines, class and box', () => {
    const instances = again([person, { ...box, groupId: 2 }], 'keypoints');
    expect(instances).toMatchObject([
      {
        type: 'template',
        className: 'Car',
        templateName: 'Pedestrian',
        groupId: 1,
        pointLabels: person.pointLabels,
        points: [
          { id: 1, x: 30, y: 41 },
          { id: 2, x: 30, y: 47 },
          { id: 3, x: 27, y: 56.5 },
        ],
        connections: [
          { id: 1, from: 1, to: 2 },
          { id: 2, from: 2, to: 3 },
        ],
      },
      { ...box, groupId: 1 },
    ]);
  });

  it('of which none is there make an object of the instances task', () => {
    const file = {
      images: [{ id: 1, file_name: 'a.jpg' }],
      categories: [{ id: 1, name: 'p', keypoints: ['a'] }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, keypoints: [0, 0, 0], bbox: [0, 0, 1, 1] }],
    };
    expect(read(file).items[0]!.document['instances']).toMatchObject([{ type: 'bbox' }]);
    expect(read({ ...file, annotations: [{ ...file.annotations[0], keypoints: [1, 1, 2, 3] }] }).lines).toEqual([
      '1 annotation was dropped',
      'annotation 1: keypoints must hold 3 numbers',
    ]);
  });

  it('that are hidden stay hidden', () => {
    const [instance] = again([{ ...person, source: { format: 'coco', v: [2, 1, 2] } }], 'keypoints');
    expect(instance).toMatchObject({ source: { v: [2, 1, 2] } });
  });
});
