import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { classNamed } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';
import { readVideoBack, shownIn, writtenVideoFiles } from '../video/video-exchange.support.ts';

const format = exchangeFormats['cvat-video'];
const names = ['nose', 'left <ear>', 'hip'];
const classes = [classNamed('Pose', 0, [['Gait', 'radio', ['walks', 'runs']]])];
const points = (...places: readonly (readonly [number, number])[]): readonly JsonRecord[] =>
  places.map(([x, y], at) => ({ id: at + 1, x, y }));
const gait = (name: string): readonly JsonRecord[] => [{ name, groupName: 'Gait' }];

/** A skeleton that is occluded in parts, leaves the picture and comes back. */
const pose: JsonRecord = {
  meta: {
    type: 'template',
    className: 'Pose',
    templateName: 'Pose',
    trackingId: 'cvat-4',
    groupId: 3,
    start: 0,
    end: 8_000_001,
    connections: [
      { id: 1, from: 1, to: 2 },
      { id: 2, from: 2, to: 3 },
    ],
    pointLabels: Object.fromEntries(names.map((name, at) => [at, name])),
  },
  parameters: [
    {
      start: 0,
      end: 2_000_001,
      timestamps: [
        { timestamp: 0, points: points([10, 10], [20, 20], [30, 40]), attributes: gait('walks') },
        {
          timestamp: 1_000_001,
          points: points([20, 10], [30, 20], [40, 40]),
          attributes: gait('runs'),
          source: { format: 'cvat', v: [2, 1, 0] },
        },
        {
          timestamp: 2_000_001,
          points: points([30, 10], [40, 20], [50, 40]),
          attributes: gait('runs'),
          occluded: true,
        },
      ],
    },
    {
      start: 5_000_001,
      end: 8_000_001,
      timestamps: [
        { timestamp: 5_000_001, points: points([60, 10], [70, 20], [80, 40]), attributes: gait('walks') },
        { timestamp: 8_000_001, points: points([60, 10], [70, 20], [80, 40]), attributes: gait('walks'), hold: true },
      ],
    },
  ],
};
const document: JsonRecord = { metadata: { name: 'clip.mp4', duration: 10_000_000 }, instances: [pose], tags: [] };

describe('skeleton tracks of CVAT', () => {
  it('should keep points, states, attributes and gaps on every frame', async () => {
    const { files, lost } = await writtenVideoFiles(format, document, classes);
    expect(lost).toEqual([]);
    const xml = String(files.get('annotations/clip.mp4.xml'));
    expect([...xml.matchAll(/<type>(\w+)<\/type>/g)].map(([, type]) => type)).toEqual([
      'skeleton',
      'points',
      'points',
      'points',
    ]);
    expect(xml).toContain('<skeleton frame="10" keyframe="1" outside="0" occluded="0" z_order="0">');
    expect(xml).toContain('<points label="hip" keyframe="1" outside="1" occluded="0" points="40.00,40.00">');
    expect(xml).toContain(
      '<points label="left &lt;ear&gt;" keyframe="1" outside="0" occluded="1" points="30.00,20.00">',
    );

    const back = await readVideoBack(format, files);
    expect(back.report).toEqual([]);
    expect(shownIn(back.documents[0]!)).toEqual(shownIn(document));
    const { meta } = recordsOf(back.documents[0]!['instances'])[0]!;
    const fields = ['templateName', 'trackingId', 'groupId', 'connections', 'pointLabels', 'start', 'end'];
    const picked = (from: unknown): JsonRecord =>
      Object.fromEntries(fields.map(field => [field, (from as JsonRecord)[field]]));
    expect(picked(meta)).toEqual(picked(pose['meta']));
    expect((await writtenVideoFiles(format, back.documents[0]!, classes)).files).toEqual(files);
  });

  it('should read tracks as CVAT writes them, in which only points say what is outside', async () => {
    const point = (label: string, place: string, flags = 'outside="0" occluded="0"'): string =>
      `<points label="${label}" keyframe="1" ${flags} points="${place}"></points>`;
    const label = (name: string, rest: string): string => `<label><name>${name}</name>${rest}</label>`;
    const svg =
      '&lt;line data-node-from="1" data-node-to="2"&gt;&lt;/line&gt;&lt;circle data-node-id="1" data-element-id="1" data-label-name="nose"&gt;&lt;/circle&gt;&lt;circle data-node-id="2" data-element-id="2" data-label-name="hip"&gt;&lt;/circle&gt;';
    const xml = `<annotations><version>1.1</version><meta><task><size>40</size><labels>
${label('Pose', `<type>skeleton</type><svg>${svg}</svg>`)}${label('nose', '<type>points</type><parent>Pose</parent>')}</labels></task></meta>
<track id="0" label="Pose" source="manual">
<skeleton frame="0" keyframe="1" z_order="0">${point('nose', '1.00,2.00')}${point('hip', '3.00,4.00')}${point('tail', '0.00,0.00', 'outside="1" occluded="0"')}</skeleton>
<skeleton frame="10" keyframe="1" z_order="0">${point('nose', '11.00,2.00')}${point('hip', '13.00,4.00', 'outside="0" occluded="1"')}${point('tail', '0.00,0.00', 'outside="1" occluded="0"')}</skeleton>
<skeleton frame="20" keyframe="1" z_order="0">${point('nose', '11.00,2.00', 'outside="1" occluded="0"')}${point('hip', '13.00,4.00', 'outside="1" occluded="0"')}${point('tail', '0.00,0.00', 'outside="1" occluded="0"')}</skeleton>
</track></annotations>`;
    const back = await readVideoBack(format, new Map([['clip.xml', xml]]));
    expect(back.report).toEqual([]);
    expect(back.classes.map(({ name }) => name)).toEqual(['Pose']);
    const [own] = shownIn(back.documents[0]!);
    const frames = own!['frames'] as Readonly<Record<string, JsonRecord>>;
    expect(Object.keys(frames)).toHaveLength(20);
    expect(frames[5]!['points']).toEqual(points([6, 2], [8, 4]));
    expect(frames[15]).toMatchObject({ points: points([11, 2], [13, 4]), source: { v: [2, 1] } });
    // The point that is never inside is still one of the skeleton when it is written.
    const { files } = await writtenVideoFiles(format, back.documents[0]!, classes);
    expect(String(files.values().next().value)).toContain('<name>tail</name>');
  });
});
