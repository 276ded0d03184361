import { describe, expect, it } from 'vitest';
import { FrameTable } from '#plugins/annotate/editor-video/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { classNamed } from '../exchange/exchange.support.ts';
import { exchangeFormatIds, exchangeFormats, subjectOf } from '../exchange/format-table.ts';
import { recognise } from '../exchange/recognise.ts';
import { foreignFiles, readVideoBack, shownIn, writtenVideoFiles } from './video-exchange.support.ts';

const attribute = (name: string | number, groupName: string): JsonRecord => ({ name, groupName });
const box = (x: number): JsonRecord => ({ points: { x1: x, y1: 20, x2: x + 40, y2: 60.5 } });
const classes = [
  classNamed('Car', 0, [['State', 'radio', ['moving', 'parked']]]),
  classNamed('Horn', 1, [['Loudness', 'numeric', []]]),
  classNamed('Scene', 2, [['Weather', 'text', []]], 2),
];

const moving: JsonRecord = {
  meta: { type: 'bbox', className: 'Car', start: 0, end: 8_000_001 },
  parameters: [
    {
      start: 0,
      end: 2_000_001,
      timestamps: [
        { timestamp: 0, ...box(10), attributes: [attribute('moving', 'State')] },
        { timestamp: 1_000_001, ...box(50), attributes: [attribute('moving', 'State')] },
        { timestamp: 2_000_001, ...box(60), attributes: [attribute('moving', 'State')] },
      ],
    },
    {
      start: 5_000_001,
      end: 8_000_001,
      timestamps: [
        { timestamp: 5_000_001, ...box(100), attributes: [attribute('moving', 'State')] },
        { timestamp: 8_000_001, ...box(100), attributes: [attribute('moving', 'State')], hold: true },
      ],
    },
  ],
};
const horn: JsonRecord = {
  meta: { type: 'event', className: 'Horn', start: 300_001, end: 900_001 },
  parameters: [
    {
      start: 300_001,
      end: 900_001,
      timestamps: [
        { timestamp: 300_001, attributes: [attribute(3, 'Loudness')] },
        { timestamp: 900_001, attributes: [attribute(3, 'Loudness')], hold: true },
      ],
    },
  ],
};
const changing: JsonRecord = {
  meta: { type: 'polygon', className: 'Car', start: 0, end: 400_001 },
  parameters: [
    {
      start: 0,
      end: 400_001,
      timestamps: [
        { timestamp: 0, points: [0, 0, 10, 0, 10, 10], attributes: [attribute('moving', 'State')] },
        { timestamp: 400_001, points: [0, 0, 10, 0, 10, 10, 0, 10], attributes: [attribute('parked', 'State')] },
      ],
    },
  ],
};
const scene: JsonRecord = { meta: { type: 'tag', className: 'Scene', attributes: [attribute('rain', 'Weather')] } };
const comment: JsonRecord = { meta: { type: 'comment', start: 0, end: 1, correspondence: [] }, parameters: [] };
const documentOf = (...instances: readonly JsonRecord[]): JsonRecord => ({
  metadata: { name: 'clip.mp4', duration: 10_000_000 },
  instances,
  tags: [],
});
/** Returns visible states to a hundredth of a pixel, without fields that a format does not keep. */
const without = (shown: readonly JsonRecord[], ...fields: readonly string[]): unknown =>
  JSON.parse(
    JSON.stringify(shown, (key, value: unknown) =>
      fields.includes(key) ? undefined : typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ),
  );

describe('formats of videos', () => {
  it.each([
    ['cvat-video', {}, documentOf(moving, changing, scene), []],
    ['label-studio-video', {}, documentOf(moving, horn), []],
    ['events', { task: 'vtt' }, documentOf(horn), []],
    ['events', { task: 'srt' }, documentOf(horn), []],
    ['events', { task: 'csv' }, documentOf(horn), []],
    ['events', { task: 'audacity' }, documentOf(horn), ['attributes']],
    ['mot', {}, documentOf(moving), ['attributes']],
  ] as const)('should read from %s %o what was written', async (id, options, document, lost) => {
    const { files } = await writtenVideoFiles(exchangeFormats[id], document, classes, options);
    expect(await recognise(foreignFiles(files))).toBe(id);
    const back = await readVideoBack(exchangeFormats[id], files, classes);
    expect(back.report).toEqual([]);
    expect(back.names.map(name => name.replace('.mp4', ''))).toEqual(['clip']);
    expect(without(shownIn(back.documents[0]!), ...lost)).toEqual(without(shownIn(document), ...lost));
  });

  it('should keep segments apart and key frames few', async () => {
    const { files } = await writtenVideoFiles(exchangeFormats.mot, documentOf(moving), classes);
    expect(String(files.get('clip/gt/gt.txt')).split('\n')[0]).toBe('1,1,11,21,40,40.5,1,1,1');
    const [track] = (await readVideoBack(exchangeFormats.mot, files)).documents[0]!['instances'] as [
      { readonly parameters: readonly { readonly timestamps: readonly { readonly timestamp: number }[] }[] },
    ];
    expect(track.parameters.map(({ timestamps }) => timestamps.map(({ timestamp }) => timestamp))).toEqual([
      [0, 1_000_001, 2_000_001],
      [5_000_001, 8_000_001],
    ]);
  });

  it('should keep the id, origin and occlusion of a CVAT track', async () => {
    const car = {
      ...moving,
      meta: { ...(moving['meta'] as object), trackingId: 'cvat-7', creationType: 'Prediction' },
    };
    const { files, lost } = await writtenVideoFiles(exchangeFormats['cvat-video'], documentOf(car), classes);
    expect(lost).toEqual([]);
    expect(String(files.get('annotations/clip.mp4.xml'))).toContain('<track id="7" label="Car" source="auto">');
    const back = await readVideoBack(exchangeFormats['cvat-video'], files, classes);
    expect(back.documents[0]!['instances']).toMatchObject([
      { meta: { trackingId: 'cvat-7', creationType: 'Prediction' } },
    ]);
  });

  it.each([
    [
      'mot',
      {},
      [
        '1 polygon was dropped',
        '1 event was dropped',
        '1 tag instance was dropped',
        '1 comment was dropped',
        '57 attribute values were dropped',
      ],
    ],
    [
      'cvat-video',
      {},
      [
        '1 event was dropped',
        '1 comment was dropped',
        '1 polygon whose number of vertices changes was written on every frame',
      ],
    ],
    [
      'events',
      { task: 'vtt' },
      ['1 box was dropped', '1 polygon was dropped', '1 tag instance was dropped', '1 comment was dropped'],
    ],
    ['label-studio-video', {}, ['1 polygon was dropped', '1 comment was dropped']],
    ['yolo-frames', { task: 'detect' }, ['1 event was dropped', '1 tag instance was dropped', '1 comment was dropped']],
    ['coco-frames', {}, ['1 event was dropped', '1 tag instance was dropped', '1 comment was dropped']],
  ] as const)('should report what %s cannot carry', async (id, options, expected) => {
    const document = documentOf(moving, changing, horn, scene, comment);
    const { lost } = await writtenVideoFiles(exchangeFormats[id], document, classes, options);
    expect(lost.map(line => line.replace(/^\d+ attribute/, '57 attribute'))).toEqual(
      expect.arrayContaining([...expected]),
    );
  });

  it('should write every frame with objects as an image of YOLO and COCO', async () => {
    const document = documentOf(moving);
    const yolo = await writtenVideoFiles(exchangeFormats['yolo-frames'], document, classes, { task: 'detect' });
    expect([...yolo.files.keys()].filter(path => path.endsWith('.txt') && path.startsWith('labels/'))).toHaveLength(52);
    expect(String(yolo.files.get('labels/clip/frame_000001.txt'))).toMatch(/^0 0\.0468/);
    const coco = await writtenVideoFiles(exchangeFormats['coco-frames'], document, classes);
    const json = JSON.parse(String(coco.files.get('annotations/instances.json'))) as JsonRecord;
    expect([json['images'], json['annotations']].map(list => (list as unknown[]).length)).toEqual([52, 52]);
  });

  it('should read a transcript as one class with texts', async () => {
    const cues = Array.from(
      { length: 40 },
      (_, at) =>
        `${at + 1}\n00:00:0${Math.floor(at / 10)},${at % 10}00 --> 00:00:0${Math.floor(at / 10)},${at % 10}90\nSentence ${at}.\n`,
    );
    const back = await readVideoBack(exchangeFormats.events, new Map([['clip.en.srt', cues.join('\n')]]));
    expect(back.names).toEqual(['clip']);
    expect(back.classes.map(({ name }) => name)).toEqual(['Subtitle']);
    expect(shownIn(back.documents[0]!)[1]!['frames']).toEqual({ 1: { attributes: ['text=Sentence 1.'] } });
  });

  it.each([
    ['clip.vtt', 'WEBVTT\n\n00:01 --> nothing\nx\n', 'line 3 must be of the form'],
    ['clip.csv', 'start,end,label\n2,1,x\n', 'line 2 ends before it begins'],
    ['clip.txt', '1.0\t2.0\tx\nbroken\n', 'line 2 must be start, end and label'],
    ['clip.srt', '1\n9999:00:00,000 --> 9999:00:01,000\nx\n', 'a video has 24 at most'],
  ])('should name the line of %s that cannot be read', async (path, text, message) => {
    await expect(readVideoBack(exchangeFormats.events, new Map([[path, text]]))).rejects.toThrow(message);
  });

  it('should refuse frame numbers that no video has, with bounded memory', async () => {
    const far = new Map([['clip/gt/gt.txt', '900000000000,1,1,1,9,9,1,1,1\n']]);
    await expect(readVideoBack(exchangeFormats.mot, far)).rejects.toThrow('a video has 4000000 at most');
  });

  it('should read a track of 54,000 lines in the time of its length', async () => {
    const lines = Array.from(
      { length: 54_000 },
      (_, at) => `${at + 1},1,${(at * 7) % 500},${(at * 3) % 300},40,30,1,1,1`,
    );
    const frames = FrameTable.regular(30, 1_800_000_000);
    const back = await readVideoBack(exchangeFormats.mot, new Map([['clip/gt/gt.txt', lines.join('\n')]]), [], frames);
    const [track] = back.documents[0]!['instances'] as readonly { readonly parameters: readonly unknown[] }[];
    expect(track!.parameters).toHaveLength(1);
  });

  it('should fail on damaged files with an error that names the file only', async () => {
    const damage = ['', '\0', '<', '"', ',', '-1', '1e308', 'NaN', '{', 'null', '-->', '\t'];
    const pairs = exchangeFormatIds.filter(id => subjectOf(id) === 'video' && 'reader' in exchangeFormats[id]);
    for (const id of pairs) {
      const { files } = await writtenVideoFiles(exchangeFormats[id], documentOf(moving, horn), classes);
      const [path, content] = [...files].toSorted((one, other) => other[1].length - one[1].length)[0]!;
      for (let at = 0; at < 60; at += 1) {
        const place = Math.floor((at * content.length) / 60);
        const broken = `${String(content).slice(0, place)}${damage[at % damage.length]}${at % 3 === 0 ? '' : String(content).slice(place + 2)}`;
        try {
          await readVideoBack(exchangeFormats[id], new Map([...files, [path, broken]]));
        } catch (error) {
          expect((error as Error).name, String((error as Error).stack)).toBe('ExchangeError');
        }
      }
    }
  });
});
