import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readCoco } from './read-coco.ts';
import { CocoWriter } from './write-coco.ts';
import { entry, read } from './coco.support.ts';
import type { Written } from './coco.support.ts';

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
      [writer.start(), allAtOnce(writer.item(result.items[0]!.document, { name: 'a.jpg' })), ...writer.end()].join(''),
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
