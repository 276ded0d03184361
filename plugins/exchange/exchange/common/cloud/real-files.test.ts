import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { recognise } from '../exchange/recognise.ts';
import { foreignFiles } from '../video/video-exchange.support.ts';
import { cloudFormats } from './cloud-formats.ts';
import { cloudOf, readCloudBack, shapeOf, sharedFiles, writtenCloudFiles } from './cloud-exchange.support.ts';

describe('real files', () => {
  it('should read KITTI labels with their calibration and write the same lines', async context => {
    const files = sharedFiles('point_cloud/kitti_000001');
    if (files === undefined) return context.skip('no shared data');
    expect(await recognise(foreignFiles(files))).toBe('kitti-object');
    const item = { name: '000001.bin', cloud: cloudOf(['000001.bin'], 120_268) };
    const back = await readCloudBack(cloudFormats['kitti-object'], files, item.cloud);
    expect(back.report).toEqual(['4 DontCare regions were dropped']);
    const [truck] = recordsOf(back.documents[0]!['instances']);
    // 69 m ahead and a little to the right.
    expect(shapeOf(truck)).toEqual([
      'Truck',
      { x: 69.71, y: -0.46, z: 0.58 },
      { x: 12.34, y: 2.63, z: 2.85 },
      { x: 0, y: 0, z: -0.01 },
    ]);
    const { files: written } = await writtenCloudFiles(cloudFormats['kitti-object'], back.documents[0]!, [], item);
    const original = String(files.get('label_2/000001.txt'))
      .split('\n')
      .filter(line => !/^DontCare|^$/.test(line));
    expect(String(written.get('label_2/000001.txt')).trim().split('\n')).toEqual(original);
    expect(written.get('calib/000001.txt')).toBe(files.get('calib/000001.txt'));
  });

  it('should read KITTI tracklets and say which have no size', async context => {
    const shared = sharedFiles('kitti_raw_tracklets_synthetic');
    if (shared === undefined) return context.skip('no shared data');
    const files = new Map([['drive/tracklet_labels.xml', shared.get('tracklet_labels.xml')!]]);
    const back = await readCloudBack(cloudFormats['kitti-raw'], files, cloudOf(['0.pcd', '1.pcd', '2.pcd'], 100));
    expect(back.names).toEqual(['drive']);
    expect(back.report).toContain(
      'drive/tracklet_labels.xml: tracklet 1 was left out: l is -1.03 and must be greater than 0',
    );
  });

  it('should read a Supervisely project and write the same figures', async context => {
    const files = sharedFiles('supervisely_pcd_synthetic');
    if (files === undefined) return context.skip('no shared data');
    expect(await recognise(foreignFiles(files))).toBe('supervisely-clouds');
    const back = await readCloudBack(cloudFormats['supervisely-clouds'], files, cloudOf(['frame1.pcd'], 100));
    expect(back.names).toEqual(['frame1.pcd', 'frame2.pcd']);
    expect(back.documents[0]!['tags']).toEqual(['tag2=65', 'tag1=25dsd']);
    const item = { name: 'frame1.pcd', cloud: cloudOf(['frame1.pcd'], 100) };
    const { files: written, lost } = await writtenCloudFiles(
      cloudFormats['supervisely-clouds'],
      back.documents[0]!,
      [],
      item,
    );
    expect(lost).toEqual([]);
    const figures = (text: string | Uint8Array | undefined): unknown =>
      recordsOf((JSON.parse(String(text)) as JsonRecord)['figures']).map(
        ({ key, objectKey, geometryType, geometry }) => ({ key, objectKey, geometryType, geometry }),
      );
    expect(figures(written.get('ds0/ann/frame1.pcd.json'))).toEqual(figures(files.get('ds0/ann/frame1.pcd.json')));
  });
});

describe('nuScenes', () => {
  const half = Math.SQRT1_2;
  const tables = new Map(
    Object.entries({
      sample_annotation: [
        {
          token: 'a1',
          sample_token: 's1',
          instance_token: 'i1',
          translation: [110, 52, 1],
          size: [1.9, 4.5, 1.6],
          rotation: [half, 0, 0, half],
          attribute_tokens: ['t1'],
          visibility_token: '4',
          num_lidar_pts: 7,
        },
      ],
      sample_data: [
        {
          token: 'd1',
          sample_token: 's1',
          ego_pose_token: 'e1',
          calibrated_sensor_token: 'c1',
          filename: 'samples/LIDAR_TOP/scan.pcd.bin',
          is_key_frame: true,
        },
      ],
      calibrated_sensor: [{ token: 'c1', translation: [1, 0, 2], rotation: [half, 0, 0, -half] }],
      ego_pose: [{ token: 'e1', translation: [100, 50, 0], rotation: [1, 0, 0, 0] }],
      instance: [{ token: 'i1', category_token: 'k1' }],
      category: [{ token: 'k1', name: 'vehicle.car' }],
      attribute: [{ token: 't1', name: 'vehicle.parked' }],
      visibility: [{ token: '4', level: 'v80-100' }],
    }).map(([name, rows]) => [`v1.0-mini/${name}.json`, JSON.stringify(rows)]),
  );

  it('should bring boxes into the frame of the scan and back into the world', async () => {
    expect(await recognise(foreignFiles(tables))).toBe('nuscenes');
    const item = { name: 'scan.pcd.bin', cloud: cloudOf(['scan.pcd.bin'], 50) };
    const back = await readCloudBack(cloudFormats.nuscenes, tables, item.cloud);
    const [car] = recordsOf(back.documents[0]!['instances']);
    // The scanner sits 1 m ahead of and 2 m above the ego frame; the car is 9 m ahead of it and heads left.
    expect(shapeOf(car)).toEqual([
      'vehicle.car',
      { x: 9, y: 2, z: -1 },
      { x: 4.5, y: 1.9, z: 1.6 },
      { x: 0, y: 0, z: 1.57 },
    ]);
    const { files, lost } = await writtenCloudFiles(cloudFormats.nuscenes, back.documents[0]!, [], item);
    expect(JSON.parse(String(files.get('results.json')))).toMatchObject({
      results: {
        s1: [
          {
            translation: [110, 52, 1],
            size: [1.9, 4.5, 1.6],
            detection_name: 'vehicle.car',
            attribute_name: 'vehicle.parked',
          },
        ],
      },
    });
    expect(lost).toEqual([
      '1 attribute value was dropped',
      '1 cuboid has no velocity, which was written as 0',
      '1 instance lost trackingId',
    ]);
  });
});
