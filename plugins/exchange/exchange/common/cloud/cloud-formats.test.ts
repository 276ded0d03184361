import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { classNamed } from '../exchange/exchange.support.ts';
import { recognise } from '../exchange/recognise.ts';
import { foreignFiles } from '../video/video-exchange.support.ts';
import { cloudFormats } from './cloud-formats.ts';
import { cloudOf, readCloudBack, shapeOf, writtenCloudFiles } from './cloud-exchange.support.ts';

const classes = [
  classNamed('car', 0, [
    ['occlusion', 'text', []],
    ['colour', 'text', []],
  ]),
  classNamed('road', 1, []),
];
const box = (x: number, yaw = 0.5): JsonRecord => ({
  position: { x, y: -3.5, z: -0.75 },
  size: { x: 4.25, y: 1.75, z: 1.5 },
  rotation: { x: 0, y: 0, z: yaw },
});
const still = (more: JsonRecord = {}): JsonRecord => ({
  id: 'one',
  type: 'cuboid',
  className: 'car',
  attributes: [],
  ...box(12.5),
  ...more,
});
const moving: JsonRecord = {
  meta: { type: 'cuboid', className: 'car', trackingId: 't-1', attributes: [], start: 0, end: 400_000 },
  parameters: [
    {
      start: 0,
      end: 200_000,
      timestamps: [
        { timestamp: 0, ...box(10), attributes: [] },
        { timestamp: 200_000, ...box(14), attributes: [] },
      ],
    },
    { start: 400_000, end: 400_000, timestamps: [{ timestamp: 400_000, ...box(20), attributes: [] }] },
  ],
};
const segmentation = {
  instances: [
    { label: 1, className: 'road', instanceId: 0 },
    { label: 2, className: 'car', instanceId: 3 },
  ],
  runs: [0, 3, 1, 5, 2, 4, 1, 8, 0, 30],
};
const documentOf = (instances: readonly JsonRecord[], more: JsonRecord = {}): JsonRecord => ({
  metadata: { name: 'scan.bin', ...(more['segmentation'] === undefined ? {} : { pointCloud: { points: 50 } }) },
  instances,
  tags: [],
  comments: [],
  ...more,
});
const scan = { name: 'scan.bin', cloud: cloudOf(['scan.bin'], 50) };
const drive = { name: 'drive.zip', cloud: cloudOf(['0.bin', '1.bin', '2.bin', '3.bin', '4.bin'], 10) };
/** Positions by frame time of the objects of a document. */
const tracksOf = (document: JsonRecord): unknown =>
  recordsOf(document['instances']).map(each =>
    recordsOf(each['parameters']).flatMap(stretch =>
      recordsOf(stretch['timestamps']).map(key => [
        key['timestamp'],
        Math.round((key['position'] as { readonly x: number }).x * 100) / 100,
      ]),
    ),
  );
const allFrames = [
  [0, 10],
  [100_000, 12],
  [200_000, 14],
  [400_000, 20],
];

describe('a scan with a cuboid', () => {
  it.each(['kitti-object', 'supervisely-clouds', 'openpcdet'] as const)('should go through %s and back', async id => {
    const { files, lost } = await writtenCloudFiles(cloudFormats[id], documentOf([still()]), classes, scan);
    expect(lost).toEqual([]);
    expect(await recognise(foreignFiles(files))).toBe(id);
    const back = await readCloudBack(cloudFormats[id], files, scan.cloud, classes);
    expect(back.names).toEqual([id === 'supervisely-clouds' ? 'scan.bin' : 'scan']);
    expect(shapeOf(recordsOf(back.documents[0]!['instances'])[0])).toEqual(shapeOf(still()));
    const again = await writtenCloudFiles(cloudFormats[id], { ...back.documents[0]! }, classes, scan);
    expect([...again.files.values()]).toEqual([...files.values()]);
  });

  it.each(Object.keys(cloudFormats) as (keyof typeof cloudFormats)[])(
    'should count what %s has no place for',
    async id => {
      const document = documentOf(
        [
          still({ rotation: { x: 0.2, y: 0, z: 0 } }),
          { type: 'polyline', className: 'road', points: [0, 0, 0, 1, 1, 1] },
        ],
        { tags: ['rain'], segmentation },
      );
      const { lost } = await writtenCloudFiles(cloudFormats[id], document, classes, scan);
      expect(lost).toContain('1 polyline was dropped');
      expect(lost.includes('1 cuboid lost roll and pitch')).toBe(['kitti-object', 'openpcdet'].includes(id));
      expect(lost.includes('1 cuboid was dropped')).toBe(id === 'semantic-kitti');
      expect(lost.includes('2 segments were dropped')).toBe(!['semantic-kitti', 'supervisely-clouds'].includes(id));
      expect(lost.includes('1 tag was dropped')).toBe(id !== 'supervisely-clouds');
    },
  );
});

describe('a sequence with a track that has a gap', () => {
  it.each(['kitti-object', 'kitti-raw', 'supervisely-clouds'] as const)('should go through %s and back', async id => {
    const { files } = await writtenCloudFiles(cloudFormats[id], documentOf([moving]), classes, drive);
    expect(await recognise(foreignFiles(files))).toBe(id);
    const back = await readCloudBack(cloudFormats[id], files, drive.cloud, classes);
    expect(back.names).toEqual(['drive']);
    // A tracklet has no gap: an object that comes again is another one.
    const expected = id === 'kitti-raw' ? [allFrames.slice(0, 3), allFrames.slice(3)] : [allFrames];
    expect(tracksOf(back.documents[0]!)).toEqual(expected);
  });

  it('should be written scan by scan where a format has no tracks', async () => {
    const { files, lost } = await writtenCloudFiles(cloudFormats.openpcdet, documentOf([moving]), classes, drive);
    expect([...files].map(([path, text]) => [path, String(text).split('\n').length - 1])).toEqual([
      ['labels/drive/0.txt', 1],
      ['labels/drive/1.txt', 1],
      ['labels/drive/2.txt', 1],
      ['labels/drive/3.txt', 0],
      ['labels/drive/4.txt', 1],
    ]);
    expect(lost).toEqual(['1 track was written scan by scan', '1 instance lost trackingId']);
  });
});

describe('labels of points', () => {
  it.each([
    ['semantic-kitti', scan],
    ['semantic-kitti', drive],
    ['supervisely-clouds', scan],
    ['supervisely-clouds', drive],
  ] as const)('should go through %s and back', async (id, item) => {
    const { files } = await writtenCloudFiles(cloudFormats[id], documentOf([], { segmentation }), classes, item);
    expect(await recognise(foreignFiles(files))).toBe(id);
    const back = await readCloudBack(cloudFormats[id], files, item.cloud, classes);
    const points = recordsOf(back.documents[0]!['instances']).map(each => [each['className'], each['points']]);
    expect(new Map(points as [string, unknown][])).toEqual(
      new Map<string, unknown>([
        ['car', [8, 4]],
        ['road', [3, 5, 12, 8]],
      ]),
    );
    expect(back.documents[0]!['metadata']).toMatchObject({ pointCloud: { points: 50 } });
  });

  it('should be refused for another number of points', async () => {
    const files = new Map([['labels/scan.label', new Uint8Array(4 * 49)]]);
    await expect(readCloudBack(cloudFormats['semantic-kitti'], files, scan.cloud)).rejects.toThrow(
      'labels/scan.label: 49 labels for 50 points',
    );
  });
});

it('should fail on damaged files with an error that names the file only', async () => {
  const damage = ['', '\0', '<', '"', ',', '-1', '1e308', 'NaN', '{', 'null', '99999999999', '\t'];
  const set = documentOf([still()], { segmentation });
  for (const [id, item, document] of [
    ['kitti-object', scan, set],
    ['kitti-object', drive, documentOf([moving])],
    ['kitti-raw', drive, documentOf([moving])],
    ['supervisely-clouds', scan, set],
    ['supervisely-clouds', drive, documentOf([moving])],
    ['openpcdet', scan, set],
    ['semantic-kitti', scan, set],
  ] as const) {
    const { files } = await writtenCloudFiles(cloudFormats[id], document, classes, item);
    const [path, content] = [...files].find(([name]) => /label|annotation|ann\//.test(name))!;
    for (let at = 0; at < 60; at += 1) {
      const place = Math.floor((at * content.length) / 60);
      const broken = `${String(content).slice(0, place)}${damage[at % damage.length]!}${at % 3 === 0 ? '' : String(content).slice(place + 2)}`;
      try {
        await readCloudBack(cloudFormats[id], new Map([...files, [path, broken]]), item.cloud);
      } catch (error) {
        expect((error as Error).name, `${id} ${String((error as Error).stack)}`).toBe('ExchangeError');
      }
    }
  }
});
