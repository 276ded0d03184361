import type { NuscenesTables } from '../common/nuscenes-scene.ts';

const scans = [1, 2].map(at => `d/samples/LIDAR_TOP/x__LIDAR_TOP__153240292${at}647951.pcd.bin`);
const images = ['d/samples/CAM_FRONT/f1.png', 'd/samples/CAM_FRONT/f2.png'];
const tables = ['sample_data', 'calibrated_sensor', 'ego_pose', 'sample'].map(each => `d/v1.0-mini/${each}.json`);

/** Paths of a scene of nuScenes with two scans, each with one camera image. */
export const nuscenesFiles = { scans, images, paths: [...scans, ...images, ...tables] };

/**
 * The tables of {@link nuscenesFiles}. The car is far from the origin and drives to the east without turning. The
 * scanner is on its roof with its y axis ahead, the camera at the same place. The second image is taken a metre later
 * than its scan.
 */
export function nuscenesTablesOf(): NuscenesTables {
  const [east, up] = [1200, 0];
  const ahead = (token: string, by: number): object => ({
    token,
    translation: [east + by, 900, up],
    rotation: [1, 0, 0, 0],
  });
  const data = (
    token: string,
    sample: string,
    ego: string,
    sensor: string,
    timestamp: number,
    path: string,
  ): object => ({
    token,
    sample_token: sample,
    ego_pose_token: ego,
    calibrated_sensor_token: sensor,
    timestamp,
    filename: path.slice(2),
  });
  const half = Math.SQRT1_2;
  return {
    sample_data: [
      data('d1', 's1', 'e1', 'lidar', 1_532_402_927_647_951, scans[0]!),
      data('d2', 's2', 'e2', 'lidar', 1_532_402_928_147_951, scans[1]!),
      data('d3', 's1', 'e1', 'camera', 1_532_402_927_612_460, images[0]!),
      data('d4', 's2', 'e3', 'camera', 1_532_402_928_160_000, images[1]!),
    ],
    ego_pose: [ahead('e1', 0), ahead('e2', 5), ahead('e3', 6)],
    calibrated_sensor: [
      // Its x axis points to the right of the car, its y axis ahead.
      { token: 'lidar', translation: [0.9, 0, 1.8], rotation: [half, 0, 0, -half], camera_intrinsic: [] },
      // Its z axis points ahead, its x axis to the right, its y axis down.
      {
        token: 'camera',
        translation: [0.9, 0, 1.8],
        rotation: [0.5, -0.5, 0.5, -0.5],
        camera_intrinsic: [
          [300, 0, 200],
          [0, 300, 100],
          [0, 0, 1],
        ],
      },
    ],
    sample: [
      { token: 's1', scene_token: 'scene' },
      { token: 's2', scene_token: 'scene' },
    ],
  };
}
