import { expect, it } from 'vitest';
import { archiveLayout } from './archive-layout.ts';
import { nuscenesScene } from './nuscenes-scene.ts';
import { nuscenesFiles, nuscenesTablesOf } from '../server/nuscenes-files.support.ts';

const { scans, paths } = nuscenesFiles;

/** The pixel of a place of a scan. */
function pixel(
  { intrinsics, extrinsics }: { intrinsics: readonly number[]; extrinsics: readonly number[] },
  place: readonly number[],
): number[] {
  const seen = [0, 1, 2].map(row =>
    [...place, 1].reduce((sum, value, column) => sum + extrinsics[row * 4 + column]! * value, 0),
  );
  const [x, y, z] = [0, 1, 2].map(row => seen.reduce((sum, value, at) => sum + intrinsics[row * 3 + at]! * value, 0));
  return [x! / z!, y! / z!];
}

it('should find the tables of a scene beside its scans, and take its key frames only', () => {
  const layout = archiveLayout(['d/sweeps/LIDAR_TOP/x__LIDAR_TOP__1.pcd.bin', 'd/samples/RADAR_FRONT/r.pcd', ...paths]);
  expect(layout).toMatchObject({ kind: 'nuscenes', tables: { ego_pose: 'd/v1.0-mini/ego_pose.json' } });
  expect(layout.frames.map(each => each.path)).toEqual(scans);
  expect(archiveLayout(paths.filter(each => !each.endsWith('ego_pose.json'))).kind).toBe('scans');
});

it('should give each scan its time, its place and its cameras, in the frame in which it is shown', () => {
  const [first, second] = nuscenesScene(nuscenesTablesOf(), scans, paths);
  expect([first!.time, second!.time]).toEqual([0, 500_000]);
  // The car drives five metres ahead and does not turn.
  expect(second!.pose.position.map(each => Math.round(each * 1e6) / 1e6 + 0)).toEqual([5, 0, 0]);
  expect(second!.pose.rotation.map(each => Math.round(each * 1e6) / 1e6 + 0)).toEqual([1, 0, 0, 0]);
  const [image] = first!.images;
  expect(image).toMatchObject({ path: 'd/samples/CAM_FRONT/f1.png', name: 'CAM_FRONT/f1.png' });
  // Ten metres ahead, two to the left, a metre up: left of and above the middle.
  const [x, y] = pixel(image!.camera, [10, 2, 1]);
  expect([x, y].map(each => Math.round(each! * 100) / 100)).toEqual([200 - 300 * (2 / 10), 100 - 300 * (1 / 10)]);
  // The second image was taken when the car was a metre further.
  const [later] = second!.images;
  expect(Math.round(pixel(later!.camera, [11, 2, 0])[0]! * 100) / 100).toBe(200 - 300 * (2 / 10));
});

it('should take the lens of a camera from its sensor', () => {
  const tables = nuscenesTablesOf();
  const camera = (lens: readonly number[]): unknown => {
    const sensors = (tables.calibrated_sensor as object[]).map(each => ({ ...each, camera_distortion: lens }));
    return nuscenesScene({ ...tables, calibrated_sensor: sensors }, scans, paths)[0]!.images[0]!.camera;
  };
  expect(camera([-0.3, 0.1, 0, 0, 0])).toMatchObject({ distortion: [-0.3, 0.1, 0, 0, 0] });
  expect(() => camera([0.1])).toThrow('calibrated_sensor.json: camera_distortion of camera must be a list');
});

it('should leave images out that are not there, and refuse what does not fit', () => {
  const without = paths.filter(each => !each.endsWith('f2.png'));
  expect(nuscenesScene(nuscenesTablesOf(), scans, without).map(each => each.images.length)).toEqual([1, 0]);
  const tables = nuscenesTablesOf();
  expect(() => nuscenesScene({ ...tables, ego_pose: {} }, scans, paths)).toThrow('ego_pose.json is no list');
  expect(() => nuscenesScene({ ...tables, ego_pose: [] }, scans, paths)).toThrow('no translation and rotation for e1');
  expect(() => nuscenesScene({ ...tables, sample_data: [] }, scans, paths)).toThrow(`no entry for ${scans[0]!}`);
  const sample = [
    { token: 's1', scene_token: 'a' },
    { token: 's2', scene_token: 'b' },
  ];
  expect(() => nuscenesScene({ ...tables, sample }, scans, paths)).toThrow('scans of 2 scenes');
});
