import { describe, expect, it } from 'vitest';
import { image, text, document, write, box } from './coco.support.ts';
import type { Pair, Written } from './coco.support.ts';

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
