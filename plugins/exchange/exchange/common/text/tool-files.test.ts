import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readTextBack, textFile, writtenText } from '../exchange/exchange.support.ts';
import { recognise } from '../exchange/recognise.ts';
import { data, load, entities, placesOf, marked, brat, conll, prodigy } from './foreign-texts.support.ts';

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
    const results = backs.map(back => marked(back.documents[0], back.texts[0]!));
    expect(results[0]!.slice(0, 3)).toEqual([
      ['PERSON', 'Sebastian Thrun'],
      ['ORG', 'Google'],
      ['DATE', '2007'],
    ]);
    for (const each of results) expect(each.map(([, text]) => text)).toEqual(results[0]!.map(([, text]) => text));
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
