import { describe, expect, it } from 'vitest';
import { classNamed, noPictures, readBack, written } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';

const label = (name: string, type: string): string => `<label><name>${name}</name><type>${type}</type></label>`;

it('should report labels that are limited to one shape, which classes are not', async () => {
  const xml = `<annotations><version>1.1</version><meta><task><labels>${label('Car', 'rectangle')}${label('Road', 'mask')}${label('Any', 'any')}${label('Night', 'tag')}${label('Pose', 'skeleton')}</labels></task></meta>
<image id="0" name="a.jpg" width="640" height="480"><box label="Car" xtl="1" ytl="2" xbr="3" ybr="4"/></image></annotations>`;
  const { classes, report } = await readBack(exchangeFormats.cvat, new Map([['a.xml', xml]]), noPictures);
  expect(classes.map(({ name, type }) => [name, type])).toEqual([
    ['Car', 1],
    ['Road', 1],
    ['Any', 1],
    ['Night', 2],
    ['Pose', 1],
  ]);
  expect(report).toEqual(['2 limits of a label to one shape were left out']);
});

describe('skeletons of CVAT', () => {
  const names = ['nose', 'left <ear> & "lobe"', 'hip'];
  const template = (
    at: readonly number[],
    lines: readonly (readonly [number, number])[],
  ): Readonly<Record<string, unknown>> => ({
    type: 'template',
    className: 'Pose',
    templateName: 'Pose',
    attributes: [],
    points: at.map((place, index) => ({ id: index + 1, x: 10 * place + 3, y: 100 - 7 * place })),
    connections: lines.map(([from, to], index) => ({ id: index + 1, from, to })),
    pointLabels: Object.fromEntries(at.map((place, index) => [index, names[place]])),
  });
  const documentOf = (...instances: readonly object[]): Readonly<Record<string, unknown>> => ({
    metadata: { name: 'a.jpg' },
    instances,
  });
  const classes = [classNamed('Pose'), classNamed('Car', 1)];

  it('should keep points, their names and their lines', async () => {
    // The second object lacks the first point, and with it a line.
    const templates = [
      template(
        [0, 1, 2],
        [
          [1, 2],
          [2, 3],
        ],
      ),
      template([1, 2], [[1, 2]]),
    ];
    const { files, lost } = await written(exchangeFormats.cvat, documentOf(...templates), classes, noPictures);
    expect(lost).toEqual([]);
    const xml = String(files.get('annotations.xml'));
    expect([...xml.matchAll(/<type>(\w+)<\/type>/g)].map(([, type]) => type)).toEqual([
      'skeleton',
      'points',
      'points',
      'points',
      'any',
    ]);
    const back = await readBack(exchangeFormats.cvat, files, noPictures);
    expect(back.report).toEqual([]);
    expect(back.classes.map(({ name }) => name)).toEqual(['Pose', 'Car']);
    const fields = ['points', 'connections', 'pointLabels', 'className'];
    const shown = (instance: Readonly<Record<string, unknown>>): object =>
      Object.fromEntries(fields.map(field => [field, instance[field]]));
    expect((back.documents[0]!['instances'] as Record<string, unknown>[]).map(shown)).toEqual(templates.map(shown));
  });

  it('should report connections that differ from those of the class', async () => {
    const { lost } = await written(
      exchangeFormats.cvat,
      documentOf(template([0, 1], [[1, 2]]), template([0, 1], [])),
      classes,
      noPictures,
    );
    expect(lost.join()).toContain('connections');
  });
});
