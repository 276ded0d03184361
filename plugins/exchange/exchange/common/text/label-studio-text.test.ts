import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readTextBack, textFile } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';
import { recognise } from '../exchange/recognise.ts';
import { instancesOf, entities, placesOf } from './foreign-texts.support.ts';

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
