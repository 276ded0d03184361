import { expect, it } from 'vitest';
import { archiveLayout, frameTimes } from './archive-layout.ts';
import {
  inverseRigid,
  isRigid,
  kittiObjectCamera,
  multiply,
  oxtsPose,
  padded,
  quaternionOf,
  readKittiCalib,
} from './calibration.ts';

it('should order scans by their numbers and find what belongs to each', () => {
  expect(archiveLayout(['a/10.pcd', 'a/9.pcd', 'a/readme.txt']).frames.map(each => each.name)).toEqual([
    '9.pcd',
    '10.pcd',
  ]);
  const object = archiveLayout(['k/velodyne/000001.bin', 'k/image_2/000001.png', 'k/calib/000001.txt']);
  expect(object).toMatchObject({
    kind: 'kitti-object',
    frames: [{ images: [{ path: 'k/image_2/000001.png', camera: 2, calibration: 'k/calib/000001.txt' }] }],
  });
  const raw = archiveLayout([
    'd/velodyne_points/data/0000000000.bin',
    'd/velodyne_points/timestamps.txt',
    'd/image_02/data/0000000000.png',
    'd/oxts/data/0000000000.txt',
    'calib_cam_to_cam.txt',
  ]);
  expect(raw).toMatchObject({
    kind: 'kitti-raw',
    timestamps: 'd/velodyne_points/timestamps.txt',
    cameras: 'calib_cam_to_cam.txt',
    frames: [{ oxts: 'd/oxts/data/0000000000.txt', images: [{ camera: 2 }] }],
  });
  const supervisely = archiveLayout([
    'p/ds/pointcloud/f.pcd',
    'p/ds/related_images/f_pcd/i.png',
    'p/ds/related_images/f_pcd/i.png.json',
  ]);
  expect(supervisely.frames[0]!.images).toEqual([
    { path: 'p/ds/related_images/f_pcd/i.png', name: 'i.png', calibration: 'p/ds/related_images/f_pcd/i.png.json' },
  ]);
});

it('should refuse an archive without scans or with several sequences', () => {
  expect(() => archiveLayout(['a.txt'])).toThrow('The archive has no scans');
  expect(() => archiveLayout(['a/1.pcd', 'b/1.pcd'])).toThrow('scans in 2 folders: a, b');
});

it('should read times from KITTI lines and nuScenes names, and fall back to ten a second', () => {
  expect(frameTimes(['a', 'b'], '2011-09-26 13:02:25.951199337\n2011-09-26 13:02:26.054750201\n')).toEqual([
    0, 103_551,
  ]);
  expect(frameTimes(['x__LIDAR_TOP__1532402927647951.pcd.bin', 'x__LIDAR_TOP__1532402927698000.pcd.bin'])).toEqual([
    0, 50_049,
  ]);
  expect(frameTimes(['a', 'b', 'c'], 'one line')).toEqual([0, 100_000, 200_000]);
});

it('should place a KITTI camera so that its projection is that of the file', () => {
  const text = [
    'P2: 721.5377 0 609.5593 44.85728 0 721.5377 172.854 0.2163791 0 0 1 0.002745884',
    'R0_rect: 0.9999239 0.00983776 -0.007445048 -0.009869795 0.9999421 -0.004278459 0.007402527 0.004351614 0.9999631',
    'Tr_velo_to_cam: 0.007533745 -0.9999714 -0.000616602 -0.004069766 0.01480249 0.0007280733 -0.9998902 -0.07631618 0.9998621 0.00752379 0.01480755 -0.2717806',
  ].join('\n');
  const values = readKittiCalib(text);
  const { intrinsics, extrinsics } = kittiObjectCamera(values, 2)!;
  expect(isRigid(extrinsics)).toBe(true);
  const point = [12, 3, -1, 1];
  const times = (matrix: readonly number[], vector: readonly number[]): number[] =>
    Array.from({ length: matrix.length / vector.length }, (_, row) =>
      vector.reduce((sum, value, column) => sum + matrix[row * vector.length + column]! * value, 0),
    );
  const direct = times(
    values.get('P2')!,
    times(multiply(padded(values.get('R0_rect')!), padded(values.get('Tr_velo_to_cam')!)), point),
  );
  const ours = times(intrinsics, times(extrinsics, point).slice(0, 3));
  for (let at = 0; at < 3; at += 1) expect(ours[at]! / ours[2]!).toBeCloseTo(direct[at]! / direct[2]!, 6);
  expect(kittiObjectCamera(readKittiCalib('P2: 1 2'), 2)).toBeUndefined();
});

it('should give a drive that turns left a pose that turns left', () => {
  const still = padded([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const start = oxtsPose('49.0 8.4 112 0 0 0 0', Math.cos((49 * Math.PI) / 180), still)!;
  const later = oxtsPose('49.0 8.4001 113 0 0 1.5707963267948966 0', Math.cos((49 * Math.PI) / 180), still)!;
  const moved = multiply(inverseRigid(start), later);
  // A ten-thousandth of a degree of longitude at 49° north.
  expect(moved[3]).toBeCloseTo(7.303, 2);
  expect(moved[11]).toBeCloseTo(1, 9);
  const [w, x, y, z] = quaternionOf(moved);
  for (const [value, wanted] of [
    [w, Math.SQRT1_2],
    [x, 0],
    [y, 0],
    [z, Math.SQRT1_2],
  ] as const)
    expect(value).toBeCloseTo(wanted, 9);
  expect(oxtsPose('49.0 east', 1, still)).toBeUndefined();
});
