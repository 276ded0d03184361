import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import type { AnnotationDocument } from '#plugins/annotate/annotations/common/index.ts';
import { cloudChecks } from './checks.ts';
import { storedCloud } from './stored-cloud.ts';

const cuboid = {
  id: 'c-1',
  type: 'cuboid',
  className: 'Car',
  position: { x: 1, y: 2, z: 3 },
  size: { x: 4, y: 2, z: 1.5 },
  rotation: { x: 0, y: 0, z: 1 },
};
const frames = [0, 100_000, 200_000].map((timestamp, index) => ({ index, timestamp, file: `${index}.pcd` }));
const image = {
  name: 'cam0.png',
  width: 10,
  height: 10,
  intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  extrinsics: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
};
const moving = (...times: readonly number[]): object => ({
  meta: { type: 'cuboid', className: 'Car', start: times[0], end: times.at(-1) },
  parameters: [
    {
      start: times[0],
      end: times.at(-1),
      timestamps: times.map(timestamp => ({
        timestamp,
        position: cuboid.position,
        size: cuboid.size,
        rotation: cuboid.rotation,
      })),
    },
  ],
});

const found = (instances: readonly object[], metadata: object = {}, rest: object = {}): readonly string[] =>
  allAtOnce(cloudChecks({ metadata: { name: 'scan.pcd', ...metadata }, instances, ...rest }, { form: 'export' })).map(
    ({ severity, path, message }) => `${severity} ${path}: ${message}`,
  );

describe('checks of point clouds', () => {
  it('should accept every kind of object, still and moving', () => {
    expect(
      found(
        [
          cuboid,
          { id: 'l', type: 'polyline', points: [0, 0, 0, 1, 1, 1] },
          { id: 'g', type: 'polygon', points: [0, 0, 0, 1, 1, 1, 2, 2, 2] },
          { id: 'p', type: 'point', x: 1, y: 2, z: 3 },
          { type: 'tag', className: 'tunnel' },
          moving(0, 100_000, 200_000),
        ],
        { frames, images: [image] },
      ),
    ).toEqual([]);
  });

  it.each([
    [
      [{ ...cuboid, size: { x: 0, y: 1, z: 1 } }],
      'error instances[0].size.x: 0 is less than or equal to the minimum of 0',
    ],
    [[{ type: 'bbox' }], 'error instances[0]: invalid type'],
    [
      [{ type: 'cuboid', position: cuboid.position, size: cuboid.size }],
      "error instances[0]: 'rotation' is a required property",
    ],
    [
      [{ type: 'polyline', points: [0, 0, 0, 1] }],
      'error instances[0].points: 4 coordinates are not divisible by three',
    ],
    [
      [{ type: 'polygon', points: [0, 0, 0, 1, 1, 1] }],
      'error instances[0].points: 2 points are fewer than the minimum of 3',
    ],
    [[cuboid, cuboid], "error instances[1].id: 'c-1' is not unique"],
  ] as const)('should refuse %j', (instances, message) => {
    expect(found(instances)).toEqual([message]);
  });

  it.each([
    [
      { images: [{ ...image, intrinsics: [1] }] },
      'error metadata.images[0].intrinsics: intrinsics has 1 numbers, not 9',
    ],
    [
      { images: [{ ...image, extrinsics: [2, ...image.extrinsics.slice(1)] }] },
      'error metadata.images[0].extrinsics: extrinsics is not a rigid transform',
    ],
    [{ frames: [frames[0], { ...frames[1], index: 4 }] }, 'error metadata.frames[1].index: index 4 must be 1'],
    [
      { frames: [frames[1], frames[0]].map((each, index) => ({ ...each, index })) },
      'error metadata.frames[1].timestamp: timestamp 0 is not after 100000',
    ],
  ])('should refuse metadata %#', (metadata, message) => {
    expect(found([], metadata)).toEqual([message]);
  });

  it('should refuse key frames between frames, and segmentation that does not fit', () => {
    expect(found([moving(0, 150_000)], { frames })).toEqual([
      'error instances[0].parameters[0].timestamps[1].timestamp: timestamp 150000 is not a frame time',
    ]);
    const segmentation = { runs: [0, 4, 7, 2], instances: [{ label: 1 }, { label: 1 }] };
    expect(found([], { pointCloud: { points: 9 } }, { segmentation })).toEqual([
      'error segmentation.instances[1].label: label 1 is not unique',
      'error segmentation.runs: label 7 is not defined',
      'error segmentation.runs: runs of 6 points for 9 points',
    ]);
  });

  it('should warn of what is odd', () => {
    const pointCloud = { bounds: { min: [-10, -10, -3], max: [10, 10, 3] } };
    const odd = { ...cuboid, position: { x: 99, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 4 }, pointCount: 0 };
    expect(found([odd], { pointCloud }).map(each => each.split(':')[0])).toEqual([
      'warning instances[0]',
      'warning instances[0]',
      'warning instances[0].rotation.z',
    ]);
  });

  it('should refuse segments whose points are no runs or lie beyond the scan', () => {
    const segment = (points: readonly number[]): object => ({ id: 's', type: 'segment', className: 'Road', points });
    const pointCloud = { points: 10 };
    expect(found([segment([0, 4, 6, 4])], { pointCloud })).toEqual([]);
    expect(found([segment([6, 4, 0, 4])], { pointCloud })).toEqual([
      'error instances[0].points: must be runs of points: first number and length, ascending and apart',
    ]);
    expect(found([segment([8, 3])], { pointCloud })).toEqual([
      'error instances[0].points: point 10 is not one of 10 points',
    ]);
  });

  it('should store moving objects flat, with angles in range', () => {
    const document = { metadata: { name: 'drive' }, instances: [moving(0, 100_000)], tags: [], comments: [] };
    const turned = JSON.parse(JSON.stringify(document).replaceAll('"z":1}', '"z":4}')) as AnnotationDocument;
    const [stored] = storedCloud(turned).instances;
    expect(stored).toMatchObject({ type: 'cuboid', className: 'Car', start: 0, end: 100_000 });
    const [segment] = stored!['parameters'] as { timestamps: { rotation: { z: number } }[] }[];
    expect(segment!.timestamps.map(key => key.rotation.z.toFixed(4))).toEqual(
      Array(2).fill((4 - 2 * Math.PI).toFixed(4)),
    );
  });
});
