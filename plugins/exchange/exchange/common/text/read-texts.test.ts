import { describe, expect, it } from 'vitest';
import { noPictures, readBack, readTextBack, textFile } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';
import { recognise } from '../exchange/recognise.ts';

const { brat, conll, prodigy } = exchangeFormats;
interface Instance {
  readonly id?: string;
  readonly type: string;
  readonly className: string;
  readonly start: number;
  readonly end: number;
  readonly from?: string;
  readonly to?: string;
  readonly attributes: readonly { readonly groupName: string }[];
}
const instancesOf = (documents: readonly Readonly<Record<string, unknown>>[]): readonly Instance[] =>
  documents[0]!['instances'] as readonly Instance[];

describe('brat', () => {
  it('should keep events apart that share a trigger, with their own roles and attributes', async () => {
    const ann =
      'T1\tMove 0 5\tmoved\nT2\tPerson 6 9\tAda\nT3\tPerson 10 13\tBob\nE1\tMove:T1 Who:T2\nE2\tMove:T1 Who:T3\nA1\tNegation E2\n';
    const { documents, report } = await readTextBack(
      brat,
      new Map([
        ['a.txt', 'moved Ada Bob'],
        ['a.ann', ann],
      ]),
    );
    const all = instancesOf(documents);
    const moves = all.filter(each => each.className === 'Move');
    expect(moves.map(({ start, end, attributes }) => [start, end, attributes.map(each => each.groupName)])).toEqual([
      [0, 5, []],
      [0, 5, ['Negation']],
    ]);
    const who = all
      .filter(each => each.type === 'relationship')
      .map(({ from, to }) => [moves.findIndex(each => each.id === from), all.find(each => each.id === to)!.start]);
    expect(who).toEqual([
      [0, 6],
      [1, 10],
    ]);
    expect(report).toEqual([]);
  });

  it('should find its notes beside the texts under a directory of the archive', async () => {
    const { documents } = await readTextBack(
      brat,
      new Map([
        ['top/a.txt', 'Ada'],
        ['top/a.ann', ''],
        ['top/documents.json', JSON.stringify({ 'a.txt': { tags: ['new'], note: 'Look' } })],
      ]),
    );
    expect(documents[0]).toMatchObject({ tags: ['new'], freeText: 'Look' });
  });
});

describe('CoNLL', () => {
  it('should read files with control characters', async () => {
    const { documents, texts } = await readTextBack(
      conll,
      new Map([['a.conll', '\u0001\tO\nAda\u0002\tB-Person\n\u0003\tI-Person\nMoreau\tI-Person\n']]),
    );
    expect(texts).toEqual(['Ada Moreau\n']);
    expect(instancesOf(documents)).toMatchObject([{ className: 'Person', start: 0, end: 10 }]);
  });

  it('should find its tokens in a text that has control characters', async () => {
    const { documents } = await readTextBack(conll, new Map([['a.conll', 'Ada\tB-Person\n']]), 'A\u0001da');
    expect(instancesOf(documents)).toMatchObject([{ start: 0, end: 4 }]);
  });

  it('should leave out a first column that numbers the tokens', async () => {
    const { documents, texts } = await readTextBack(
      conll,
      new Map([['a.conll', '# sent_id = 1\n1\tAda\tNNP\tB-Person\n2\tjoined\tVBD\tO\n\n1\tYes\tUH\tO\n']]),
    );
    expect(texts).toEqual(['Ada joined\nYes\n']);
    expect(instancesOf(documents)).toMatchObject([{ className: 'Person', start: 0, end: 3 }]);
  });
});

describe('Prodigy', () => {
  it('should leave out rejected spans and count them', async () => {
    const line = JSON.stringify({
      text: 'Ada and Bob',
      spans: [
        { start: 0, end: 3, label: 'Person' },
        { start: 8, end: 11, label: 'Person', answer: 'reject' },
      ],
      answer: 'accept',
    });
    const { documents, report } = await readTextBack(prodigy, new Map([['a.jsonl', line]]));
    expect(instancesOf(documents)).toMatchObject([{ start: 0, end: 3 }]);
    expect(report).toEqual(['1 span that was rejected or ignored was left out']);
  });
});

it.each([
  ['lines.txt', '{"text":"Ada","spans":[]}\n{"text":"Bob","spans":[]}\n', 'prodigy'],
  ['lines', '{"text":"Ada","spans":[]}\n', 'prodigy'],
  ['lines.json', '{"text":"Ada","spans":[]}\n{"text":"Bob","spans":[]}\n', 'prodigy'],
  ['tokens.tsv', 'Ada\tB-Person\njoined\tO\n', 'conll'],
  ['tokens', 'Ada NNP B-Person\njoined VBD O\n', 'conll'],
  ['notes.txt', 'Ada joined.\n', undefined],
  ['labels.txt', '0 0.5 0.5 0.1 0.1\n', undefined],
])('should recognise %s by its content', async (path, text, format) => {
  expect(await recognise([textFile(path, text)])).toBe(format);
});

it('should read tasks of Label Studio without a size by the size of their item', async () => {
  const task = [
    {
      data: { image: 'a.jpg' },
      annotations: [
        {
          result: [
            {
              id: 'x',
              type: 'rectanglelabels',
              value: { x: 10, y: 10, width: 50, height: 50, rectanglelabels: ['Car'] },
            },
          ],
        },
      ],
    },
  ];
  const { documents, classes } = await readBack(
    exchangeFormats['label-studio'],
    new Map([['tasks.json', JSON.stringify(task)]]),
    noPictures,
    {},
    { width: 200, height: 100 },
  );
  expect(documents[0]).toMatchObject({
    instances: [{ className: 'Car', points: { x1: 20, y1: 10, x2: 120, y2: 60 } }],
  });
  expect(classes.map(each => each.name)).toEqual(['Car']);
});
