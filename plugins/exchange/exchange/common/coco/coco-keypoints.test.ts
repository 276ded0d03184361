import { describe, expect, it } from 'vitest';
import { write, read, again, box } from './coco.support.ts';

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
