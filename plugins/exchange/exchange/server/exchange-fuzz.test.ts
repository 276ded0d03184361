import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '#tests/support/run-plan.ts';
import { classNamed, readBack, textFile, written } from '../common/exchange/exchange.support.ts';
import { ExchangeError } from '../common/exchange/exchange-error.ts';
import { exchangeFormatIds, exchangeFormats, subjectOf } from '../common/exchange/format-table.ts';
import { recognise } from '../common/exchange/recognise.ts';
import { parseXml } from '../common/exchange/xml-element.ts';
import { readYoloYaml } from '../common/yolo/yolo-names.ts';
import { pngCodec } from './png-codec.ts';

const document = {
  metadata: {},
  tags: ['wet'],
  comments: [],
  instances: [
    {
      type: 'bbox',
      className: 'Car',
      points: { x1: 1, y1: 2, x2: 30, y2: 40 },
      attributes: [{ groupName: 'State', name: 'x' }],
    },
    { type: 'polygon', className: 'Car', points: [1, 1, 20, 3, 10, 20], exclude: [[5, 5, 8, 5, 8, 8]], attributes: [] },
    { type: 'ellipse', className: 'Car', cx: 10, cy: 12, rx: 5, ry: 5, angle: 0, attributes: [] },
  ],
};
const size = { width: 64, height: 48 };

/** Formats of texts and videos have tests of their own. */
const formats = exchangeFormatIds.filter(id => subjectOf(id) === 'picture');

/** Reads, and lets through only the error that names the file. */
async function survives(
  id: (typeof exchangeFormatIds)[number],
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<void> {
  try {
    await readBack(exchangeFormats[id], files, pngCodec, {}, size);
  } catch (error) {
    expect(error, String((error as Error).stack)).toBeInstanceOf(ExchangeError);
  }
}

const tokens = [
  '',
  '0',
  '-1',
  '1e308',
  'NaN',
  '__proto__',
  '<',
  '>',
  '&',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'null',
  '999999999',
  '</image>',
  '<image ',
  'points',
  '\0',
  '\n',
];

describe('a reader given damaged files', () => {
  it.each(formats)('%s should name the file or read on, never hang or fail otherwise', async id => {
    const { files } = await written(
      exchangeFormats[id],
      document,
      [classNamed('Car')],
      pngCodec,
      id === 'voc' ? { task: 'segment' } : {},
      size,
    );
    const paths = [...files.keys()];
    const change = fc.record({
      file: fc.nat(),
      at: fc.nat(),
      length: fc.nat({ max: 12 }),
      token: fc.constantFrom(...tokens),
      byte: fc.nat({ max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async changes => {
        const damaged = new Map(files);
        for (const { file, at, length, token, byte } of changes) {
          const path = paths[file % paths.length]!;
          const content = damaged.get(path)!;
          if (typeof content === 'string')
            damaged.set(
              path,
              content.slice(0, at % (content.length + 1)) + token + content.slice((at % (content.length + 1)) + length),
            );
          else
            damaged.set(
              path,
              Uint8Array.from(content, (each, index) => (index === at % content.length ? byte : each)),
            );
        }
        await survives(id, damaged);
        await recognise(
          [...damaged].flatMap(([path, content]) => (typeof content === 'string' ? [textFile(path, content)] : [])),
        );
      }),
      { numRuns: runsOf(300) },
    );
  });

  it.each(formats)('%s should survive any text at all', async id => {
    const names = {
      yolo: 'labels/a.txt',
      voc: 'Annotations/a.xml',
      labelme: 'a.json',
      cvat: 'annotations.xml',
      'label-studio': 'tasks.json',
      masks: 'masks/a.png',
      'coco-panoptic': 'annotations/panoptic.json',
    } as Readonly<Record<string, string>>;
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ maxLength: 200 }), fc.json()), async text =>
        survives(
          id,
          new Map([
            [names[id]!, text],
            ['classes.txt', 'Car\n'],
          ]),
        ),
      ),
      { numRuns: runsOf(200) },
    );
  });

  it('should refuse entities, depth and aliases that grow', () => {
    const laughs = `<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "${'&b;'.repeat(1000)}">]><a>&c;</a>`;
    expect(() => parseXml(laughs, 'a.xml')).toThrow('a.xml: declares entities, which are not read');
    expect(() => parseXml(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, 'a.xml')).toThrow(ExchangeError);
    expect(() => parseXml('<a>\n<b>\n</a>', 'a.xml')).toThrow(/a\.xml: line \d/);
    expect(parseXml('<a b="&lt;&#233;&quot;">&amp;amp;</a>', 'a.xml').attribute('b')).toBe('<é"');
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefg'
      .split('')
      .map((key, at) => `${key}: &${key} [${Array.from({ length: 9 }, () => `*${'abcdef'[at]}`).join(',')}]`)
      .join('\n')}\nnames: *g\n`;
    expect(() => readYoloYaml(bomb, 'data.yaml')).toThrow(ExchangeError);
    expect(() => readYoloYaml('names: [a\nb: {', 'data.yaml')).toThrow(/data\.yaml: line \d/);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('should not let names reach the prototype', async () => {
    const text =
      '{"version":"5","flags":{"__proto__":true},"shapes":[{"label":"__proto__","points":[[1,1],[2,2]],"shape_type":"rectangle","flags":{"__proto__":true},"attributes":{"__proto__":{"polluted":1},"constructor":"x"}}],"imagePath":"a.jpg","imageData":null}';
    await readBack(exchangeFormats.labelme, new Map([['a.json', text]]), pngCodec);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
