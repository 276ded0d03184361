import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '#tests/support/run-plan.ts';
import { classNamed, readTextBack, textFile, writtenText } from '../exchange/exchange.support.ts';
import { ExchangeError } from '../exchange/exchange-error.ts';
import { exchangeFormatIds, exchangeFormats, isTextFormat } from '../exchange/format-table.ts';
import type { ExchangeFormatId } from '../exchange/format-table.ts';
import { recognise } from '../exchange/recognise.ts';

const text = 'Ada 🙂 ran to Lyon.\nIt was late.';
const document = {
  metadata: {},
  tags: ['wet'],
  freeText: 'note',
  comments: [],
  instances: [
    { type: 'entity', id: 'a', className: 'Car', start: 0, end: 3, attributes: [{ groupName: 'State', name: 'x' }] },
    { type: 'entity', id: 'b', className: 'Car', start: 13, end: 17, attributes: [] },
    { type: 'relationship', id: 'r', className: 'To', from: 'a', to: 'b', attributes: [] },
    { type: 'tag', className: 'Kind', attributes: [] },
  ],
};
const formats = exchangeFormatIds.filter(isTextFormat);

/** Reads, and lets through only the error that names the file. */
async function survives(
  id: ExchangeFormatId,
  files: ReadonlyMap<string, string | Uint8Array>,
  own: string | undefined,
): Promise<void> {
  try {
    const { documents, texts } = await readTextBack(exchangeFormats[id], files, own);
    documents.forEach((each, at) => {
      const length = Array.from(texts[at] ?? own ?? '').length;
      for (const { type, start, end } of each['instances'] as { type: string; start: number; end: number }[])
        if (type === 'entity' && (texts[at] ?? own) !== undefined)
          expect(start >= 0 && end > start && end <= length, `${start} ${end} of ${length}`).toBe(true);
    });
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
  'T1',
  'R1\tTo Arg1:T1 Arg2:T9',
  '\t',
  '\n',
  ' ',
  ';',
  ':',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  'null',
  '999999999',
  '\0',
  '\r',
  '\uFEFF',
  '🙂',
  '-DOCSTART-',
  '|',
  'B-',
  'O',
];

describe('a reader of texts given damaged files', () => {
  it.each(formats)('%s should name the file or read on, and never mark what is not in the text', async id => {
    const { files } = await writtenText(exchangeFormats[id], document, text, [classNamed('Car')]);
    const paths = [...files.keys()];
    const change = fc.record({
      file: fc.nat(),
      at: fc.nat(),
      length: fc.nat({ max: 12 }),
      token: fc.constantFrom(...tokens),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.boolean(), async (changes, withItem) => {
        const damaged = new Map([...files].map(([path, content]) => [path, String(content)]));
        for (const { file, at, length, token } of changes) {
          const path = paths[file % paths.length]!;
          const content = damaged.get(path)!;
          damaged.set(
            path,
            content.slice(0, at % (content.length + 1)) + token + content.slice((at % (content.length + 1)) + length),
          );
        }
        await survives(id, damaged, withItem ? text : undefined);
        await recognise([...damaged].map(([path, content]) => textFile(path, content)));
      }),
      { numRuns: runsOf(1_000) },
    );
  });

  it.each(formats)('%s should survive any text at all', async id => {
    const names: Readonly<Record<string, string>> = {
      conll: 'a.conll',
      brat: 'a.ann',
      prodigy: 'a.jsonl',
      'label-studio-text': 'a.json',
    };
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ maxLength: 200 }), fc.json()), fc.boolean(), async (content, withItem) =>
        survives(
          id,
          new Map([
            [names[id]!, content],
            ['a.txt', text],
          ]),
          withItem ? text : undefined,
        ),
      ),
      { numRuns: runsOf(1_000) },
    );
  });

  it('should read files of thousands of spans', async () => {
    const long = 'Ada ran to Lyon. '.repeat(5_000);
    const spans = Array.from({ length: 5_000 }, (_, at) => ({
      type: 'entity',
      id: `e${at}`,
      className: 'Car',
      start: at * 17,
      end: at * 17 + 3,
      attributes: [],
    }));
    for (const id of formats) {
      const { files } = await writtenText(exchangeFormats[id], { ...document, instances: spans }, long, [
        classNamed('Car'),
      ]);
      const back = await readTextBack(exchangeFormats[id], files, long);
      expect(back.documents[0]!['instances'] as unknown[], id).toHaveLength(5_000);
    }
  });
});
