import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRecord } from '#plugins/annotate/annotations/common/json-value.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/json-value.ts';
import { classNamed, readTextBack, textFile, writtenText } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';
import { recognise } from '../exchange/recognise.ts';
import { tokensOf } from './text-tokens.ts';

const { brat, conll, prodigy } = exchangeFormats;
const data = '../shared/data/text';
const load = (folder: string, named = /./): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(data, folder))
      .filter(name => named.test(name))
      .map(name => [name, readFileSync(join(data, folder, name), 'utf8')]),
  );
const instancesOf = (document: JsonRecord | undefined): readonly JsonRecord[] =>
  document!['instances'] as readonly JsonRecord[];
const entities = (document: JsonRecord | undefined): readonly JsonRecord[] =>
  instancesOf(document).filter(each => each['type'] === 'entity');
const placesOf = (document: JsonRecord | undefined): unknown =>
  entities(document).map(({ start, end }) => [start, end]);
const marked = (document: JsonRecord | undefined, text: string): readonly (readonly [unknown, string])[] =>
  entities(document).map(({ className, start, end }) => [
    className,
    Array.from(text).slice(Number(start), Number(end)).join(''),
  ]);

describe('words of a text', () => {
  it('should keep letters and digits together with their marks, and each other character alone', () => {
    expect(tokensOf('e\u0301a2 b_c “x” 👩‍👩‍👧👍🏽🇩🇪🇫🇷 שָׁלוֹם\n1.5').map(each => each.text)).toEqual([
      'e\u0301a2',
      'b',
      '_',
      'c',
      '“',
      'x',
      '”',
      '👩‍👩‍👧',
      '👍🏽',
      '🇩🇪',
      '🇫🇷',
      'שָׁלוֹם',
      '1',
      '.',
      '5',
    ]);
    expect(tokensOf('🙂 ab', new Set([3])).map(({ text, start, end }) => [text, start, end])).toEqual([
      ['🙂', 0, 1],
      ['a', 2, 3],
      ['b', 3, 4],
    ]);
  });
});

describe('brat', () => {
  it('should count raw characters: CR LF as two, a byte order mark as one', async () => {
    const back = await readTextBack(
      brat,
      new Map([
        ['a.txt', '\uFEFF🙂 Ada\r\nin Lyon\r\n'],
        ['a.ann', 'T1\tPerson 3 6\tAda\nT2\tPlace 11 15\tLyon\n'],
      ]),
    );
    expect(back).toMatchObject({ report: [], texts: ['🙂 Ada\nin Lyon\n'] });
    expect(marked(back.documents[0], back.texts[0]!)).toEqual([
      ['Person', 'Ada'],
      ['Place', 'Lyon'],
    ]);
  });

  it('should take line ends for one character where the covered texts say so', async () => {
    const back = await readTextBack(
      brat,
      new Map([
        ['a.txt', 'Ada\r\nin Lyon\r\n'],
        ['a.ann', 'T1\tPlace 7 11\tLyon\n'],
      ]),
    );
    expect(back.report).toEqual([]);
    expect(marked(back.documents[0], back.texts[0]!)).toEqual([['Place', 'Lyon']]);
  });

  it('should read events, equivalences, attributes, notes and stretches in pieces', async () => {
    const ann =
      'T1\tPerson 0 3;8 11\tAda May\nT2\tMove 4 7\tran\nT3\tPlace 12 16\tHome\nE1\tMove:T2 Giver:T1 To:T3\nA1\tNegation E1\nM1\tLevel T3 High\nN1\tReference T3 Wikipedia:5\tHome\n#1\tAnnotatorNotes E1\tin doubt\n#2\tAnnotatorNotes\tof the text\nR1\tIn Arg1:T1 Arg2:T3\n*\tSame T1 T3\n';
    const back = await readTextBack(
      brat,
      new Map([
        ['a.txt', 'Ada ran May Home\n'],
        ['a.ann', ann],
      ]),
    );
    expect(back.report).toEqual(['1 discontinuous span was read as one span for each of its pieces']);
    const [document] = back.documents;
    expect(
      entities(document).map(({ className, start, end, groupId, attributes }) => [
        className,
        start,
        end,
        groupId,
        (attributes as JsonRecord[]).map(each => [each['groupName'], each['name']]),
      ]),
    ).toEqual([
      ['Person', 0, 3, 1, []],
      ['Person', 8, 11, 1, []],
      [
        'Move',
        4,
        7,
        undefined,
        [
          ['Negation', 'true'],
          ['note', 'in doubt'],
        ],
      ],
      [
        'Place',
        12,
        16,
        undefined,
        [
          ['Level', 'High'],
          ['Reference', 'Wikipedia:5'],
        ],
      ],
    ]);
    expect(
      instancesOf(document)
        .filter(each => each['type'] === 'relationship')
        .map(each => each['className']),
    ).toEqual(['Giver', 'To', 'In', 'Same', 'Same']);
    expect(document).toMatchObject({ freeText: 'of the text' });
    expect(
      back.classes.map(({ name, type, attribute_groups: groups }) => [name, type, groups.map(each => each.group_type)]),
    ).toEqual(
      expect.arrayContaining([
        ['Move', 1, ['radio', 'text']],
        ['Giver', 3, []],
      ]),
    );
    // Pieces stand on one line again.
    const { files, lost } = await writtenText(brat, document!, 'Ada ran May Home\n', []);
    expect(lost).toEqual([]);
    expect(String(files.get('a.ann')).split('\n')[0]).toBe('T1\tPerson 0 3;8 11\tAda May');
  });

  it('should go into the item of its name when it has no text of its own, and never into another text', async () => {
    const ann = new Map([['notes/a.ann', 'T1\tPlace 3 7\tLyon\n']]);
    expect(await readTextBack(brat, ann, 'In Lyon')).toMatchObject({
      report: [],
      names: ['notes/a.txt'],
      texts: [undefined],
    });
    expect((await readTextBack(brat, ann, 'In Rome')).report).toEqual([
      "notes/a.ann: line 1: T1 covers 'Rome', file says 'Lyon'",
    ]);
    await expect(readTextBack(brat, new Map([...ann, ['notes/a.txt', 'In Lyon']]), 'At Lyon')).rejects.toThrow(
      /the text of the item a\.txt differs/,
    );
    expect(
      (
        await readTextBack(
          brat,
          new Map([
            ['a.txt', 'Lyon'],
            ['a.ann', 'T1\tPlace 7 9\tLy\n'],
          ]),
        )
      ).report,
    ).toEqual([
      "a.ann: line 1: T1 covers '', file says 'Ly'",
      'a.ann: line 1: T1 lies beyond the end of the text, which has 4 characters',
    ]);
    await expect(readTextBack(brat, new Map([['a.ann', 'T1\tPlace 7 3\tLyon\n']]))).rejects.toThrow(
      /a\.ann: line 1 is no line of brat/,
    );
  });
});

describe('CoNLL', () => {
  it.each([
    [
      'IOB1',
      ['I-A', 'I-A', 'B-A', 'I-B', 'O', 'I-A'],
      [
        ['A', 0, 1],
        ['A', 2, 2],
        ['B', 3, 3],
        ['A', 5, 5],
      ],
    ],
    [
      'BILOU',
      ['B-A', 'I-A', 'L-A', 'U-A', 'O', 'U-B'],
      [
        ['A', 0, 2],
        ['A', 3, 3],
        ['B', 5, 5],
      ],
    ],
    [
      'BIOES',
      ['S-A', 'B-A', 'E-A', 'I-A', 'O', 'S-B'],
      [
        ['A', 0, 0],
        ['A', 1, 2],
        ['A', 3, 3],
        ['B', 5, 5],
      ],
    ],
  ] as const)('should read the tags of %s', async (_, tags, expected) => {
    const back = await readTextBack(conll, new Map([['a.conll', tags.map((tag, at) => `w${at} X ${tag}\n`).join('')]]));
    expect(
      entities(back.documents[0]).map(({ className, start, end }) => [
        className,
        Number(start) / 3,
        (Number(end) - 2) / 3,
      ]),
    ).toEqual(expected);
  });

  it('should say that texts are put together, number the documents of a file, and name the line that does not fit', async () => {
    const two = new Map([
      ['set.conll', '-DOCSTART- -X- O O\n\nAda B-P\nran O\n\nOn O\n\n-DOCSTART- -X- O O\n\nBob B-P\n'],
    ]);
    expect(await readTextBack(conll, two)).toMatchObject({
      names: ['set-1.txt', 'set-2.txt'],
      texts: ['Ada ran\nOn\n', 'Bob\n'],
      report: ['2 texts were put together from their tokens, with single spaces between them'],
    });
    await expect(readTextBack(conll, new Map([['a.conll', 'Ada\tB-P\nran\tO\n']]), 'Ada walks')).rejects.toThrow(
      "a.conll: line 2: 'ran' does not come next in the text of the item, at character 5",
    );
    await expect(readTextBack(conll, new Map([['a.conll', 'Ada\tNNP\n']]))).rejects.toThrow(/line 1 must end in a tag/);
  });

  it('should pass over white space that stands as a token', async () => {
    const back = await readTextBack(conll, new Map([['a.conll', 'Ada\tB-P\n\u00A0\tO\nran\tO\n']]));
    expect(back.texts).toEqual(['Ada ran\n']);
  });

  it('should give names with blanks back', async () => {
    expect(
      entities(
        (await readTextBack(conll, new Map([['a.conll', 'Lyon\tB-Big_place\n']]), undefined, [classNamed('Big place')]))
          .documents[0],
      )[0],
    ).toMatchObject({ className: 'Big place' });
  });
});

describe('Prodigy', () => {
  it('should leave out what was rejected, and keep what it does not know for the way back', async () => {
    const line = {
      text: 'Ada\r\nran',
      spans: [{ start: 5, end: 8, label: 'Act', source: 'model' }],
      cats: { Good: 1, Bad: 0 },
      _input_hash: -5,
      _task_hash: 7,
      meta: { section: 'x' },
      answer: 'accept',
    };
    const back = await readTextBack(
      prodigy,
      new Map([
        [
          'set.jsonl',
          [line, { ...line, answer: 'reject' }, { ...line, answer: 'ignore' }]
            .map(each => JSON.stringify(each))
            .join('\n'),
        ],
      ]),
    );
    expect(back).toMatchObject({
      names: ['set-1.txt'],
      texts: ['Ada\nran'],
      report: ['2 lines that were rejected or ignored were left out'],
    });
    expect(instancesOf(back.documents[0])).toMatchObject([
      { type: 'entity', start: 4, end: 7, className: 'Act' },
      { type: 'tag', className: 'Good' },
    ]);
    const { files } = await writtenText(prodigy, back.documents[0]!, 'Ada\nran', []);
    expect(JSON.parse(String(files.get('annotations.jsonl')))).toMatchObject({
      _input_hash: -5,
      _task_hash: 7,
      meta: { section: 'x', file: 'a.txt' },
      spans: [{ start: 4, end: 7, token_start: 1, token_end: 1, label: 'Act', source: 'model' }],
      accept: ['Good'],
    });
  });

  it('should name the field that is wrong', async () => {
    await expect(
      readTextBack(prodigy, new Map([['a.jsonl', '{"text":"Ada","spans":[{"start":5,"end":9,"label":"P"}]}']])),
    ).rejects.toThrow('a.jsonl line 1: spans[0] from 5 to 9 has no character of the text, which has 3');
    await expect(readTextBack(prodigy, new Map([['a.jsonl', '{"text":5}']]))).rejects.toThrow(
      'a.jsonl: line 1: text must be a text',
    );
  });
});

describe.skipIf(!existsSync(data))('files that the tools wrote', () => {
  it.each(['brat_news_tutorial', 'brat_ncbi_disease'])('%s should cover what it says it covers', async folder => {
    const files = load(folder);
    expect(await recognise([...files].map(([path, text]) => textFile(path, text)))).toBe('brat');
    const back = await readTextBack(brat, files);
    expect(back.report).toEqual([]);
    const lines = [...files]
      .filter(([path]) => path.endsWith('.ann'))
      .flatMap(([, text]) => text.split('\n'))
      .filter(line => line.startsWith('T'));
    expect(back.documents.flatMap(entities)).toHaveLength(lines.length);
    expect(back.documents.flatMap((document, at) => marked(document, back.texts[at]!))).toEqual(
      lines.map(line => [line.split('\t')[1]!.split(' ')[0], line.split('\t')[2]]),
    );
    for (const [at, document] of back.documents.entries()) {
      const again = await readTextBack(brat, (await writtenText(brat, document, back.texts[at]!, [])).files);
      expect(placesOf(again.documents[0])).toEqual(placesOf(document));
    }
  });

  it('CoNLL files should give the same text and spans in every layout', async () => {
    const backs = await Promise.all(
      [
        /^ner-sent-per-line\.iob$/,
        /^ner-token-per-line\.iob$/,
        /^ner-token-per-line-with-pos\.iob$/,
        /^ner-token-per-line-conll2003\.iob$/,
      ].map(async named => readTextBack(conll, load('conll_iob', named))),
    );
    const told = backs.map(back => marked(back.documents[0], back.texts[0]!));
    expect(told[0]!.slice(0, 3)).toEqual([
      ['PERSON', 'Sebastian Thrun'],
      ['ORG', 'Google'],
      ['DATE', '2007'],
    ]);
    for (const each of told) expect(each.map(([, text]) => text)).toEqual(told[0]!.map(([, text]) => text));
  });

  it.each([
    ['jsonl_relations', 149],
    ['jsonl_spans', 500],
  ] as const)('%s should be read whole and written back with the same spans', async (folder, count) => {
    const files = load(folder);
    expect(await recognise([...files].map(([path, text]) => textFile(path, text)))).toBe('prodigy');
    const back = await readTextBack(prodigy, files);
    expect(back.report).toEqual([]);
    expect(back.documents).toHaveLength(count);
    const lines = [...files.values()][0]!
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as JsonRecord);
    for (const [at, document] of back.documents.entries()) {
      const line = JSON.parse(
        String((await writtenText(prodigy, document, back.texts[at]!, [])).files.get('annotations.jsonl')),
      ) as JsonRecord;
      const bare = (list: unknown): unknown =>
        Array.isArray(list) ? list.filter(isRecord).map(({ start, end, label }) => [start, end, label]) : [];
      expect((bare(line['spans']) as unknown[]).slice(0, (lines[at]!['spans'] as unknown[]).length)).toEqual(
        bare(lines[at]!['spans']),
      );
      expect(line).toMatchObject({ text: lines[at]!['text'], _input_hash: lines[at]!['_input_hash'] });
      expect(((line['relations'] ?? []) as JsonRecord[]).map(each => each['label'])).toEqual(
        ((lines[at]!['relations'] ?? []) as JsonRecord[]).map(each => each['label']),
      );
    }
  });
});

describe('Label Studio', () => {
  const marked = (
    start: number,
    end: number,
    text: string,
    labels: readonly string[],
    id = 'a',
    more: JsonRecord = {},
  ): JsonRecord => ({
    id,
    from_name: 'label',
    to_name: 'text',
    type: 'labels',
    ...more,
    value: { start, end, text, labels },
  });
  const tasks = (
    result: readonly JsonRecord[],
    data: JsonRecord = { text: '🙂 Ada in Lyon' },
  ): ReadonlyMap<string, string> =>
    new Map([['export.json', JSON.stringify([{ id: 7, data, annotations: [{ result }] }])]]);
  const read = (result: readonly JsonRecord[], data?: JsonRecord, item?: string) =>
    readTextBack(exchangeFormats['label-studio-text'], tasks(result, data), item);

  it('should be known by its spans, and by texts without marks', async () => {
    for (const result of [[marked(3, 6, 'Ada', ['Person'])], []])
      expect(await recognise([...tasks(result)].map(([path, text]) => textFile(path, text)))).toBe('label-studio-text');
    expect(
      await recognise([textFile('a.json', JSON.stringify([{ data: { image: 'a.jpg', text: 'x' }, annotations: [] }]))]),
    ).toBe('label-studio');
  });

  it('should count as browsers do, or as scripts do where the covered text says so', async () => {
    const back = await read([marked(3, 6, 'Ada', ['Person']), marked(9, 13, 'Lyon', ['Place'], 'b')]);
    expect(back).toMatchObject({ report: [], names: ['export-7.txt'] });
    expect(placesOf(back.documents[0])).toEqual([
      [2, 5],
      [9, 13],
    ]);
    await expect(read([marked(0, 3, 'Bob', ['Person'])])).rejects.toThrow(
      "annotations[0].result[0].value covers '🙂 ', the file says 'Bob'",
    );
  });

  it('should make a span of each label, relationships of their direction, and attributes of answers', async () => {
    const back = await read([
      marked(3, 6, 'Ada', ['Person', 'Author']),
      marked(10, 14, 'Lyon', ['Place'], 'b'),
      { id: 'a', from_name: 'sure', type: 'choices', value: { choices: ['yes'] } },
      { id: 'c', from_name: 'mood', type: 'choices', value: { choices: ['good'] } },
      { type: 'relation', from_id: 'b', to_id: 'a', direction: 'left', labels: ['lives in'] },
      { type: 'relation', from_id: 'a', to_id: 'z', direction: 'right' },
      { id: 'd', type: 'pairwise', value: {} },
    ]);
    expect(back.report).toEqual([
      '1 pairwise result has no place in a text project',
      '1 relation was dropped, since a span of it is missing',
    ]);
    const [document] = back.documents;
    expect(
      entities(document).map(each => [
        each['className'],
        (each['attributes'] as JsonRecord[]).map(value => value['name']),
      ]),
    ).toEqual([
      ['Person', ['yes']],
      ['Author', ['yes']],
      ['Place', []],
    ]);
    const [person, , place] = entities(document);
    expect(instancesOf(document).find(each => each['type'] === 'relationship')).toMatchObject({
      className: 'lives in',
      from: person!['id'],
      to: place!['id'],
    });
    expect(instancesOf(document).find(each => each['type'] === 'tag')).toMatchObject({
      className: 'mood',
      attributes: [{ name: 'good' }],
    });
  });

  it('should go into the item of its name where the task holds an address', async () => {
    const at = { text: 'https://files.test/notes/a.txt?sign=1' };
    expect(await read([marked(0, 3, 'Ada', ['Person'])], at, 'Ada')).toMatchObject({
      report: [],
      names: ['a.txt'],
      texts: [undefined],
    });
    await expect(read([], at)).rejects.toThrow('holds an address instead of a text');
  });
});
