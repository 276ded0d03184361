import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { BlobDriver } from '#core/data/server/index.ts';
import { FormPlan } from '#plugins/annotate/form/common/index.ts';
import { openRowFile } from './row-file.ts';

describe('a file of rows', () => {
  const plan = new FormPlan([]);
  const open = async (text: string, name: string): Promise<readonly [string, number]> => {
    const bytes = Buffer.from(text);
    const blobs = {
      get: (_: string, range: { first: number; last: number }) =>
        Promise.resolve(Readable.from([bytes.subarray(range.first, range.last + 1)])),
    } as unknown as BlobDriver;
    const file = await openRowFile(blobs, { hash: '', size: bytes.length, name }, plan);
    let rows = 0;
    for await (const record of file.rows()) rows += record.problem === undefined ? 1 : 0;
    return [file.kind, rows];
  };
  it.each([
    ['\uFEFF_item_name\na\n\n', 'a.csv', ['csv', 1]],
    ['{"a":1}\n\n{"a":2}', 'a.txt', ['jsonl', 2]],
    ['{\n "a": 1\n}', 'a.json', ['json', 1]],
    ['{"a":1}', 'a.jsonl', ['jsonl', 1]],
    ['{"a":1}', 'a.json', ['json', 1]],
    [' [{"a":1},{"a":2}]', 'a', ['json', 2]],
    ['a', 'a.csv', ['csv', 0]],
  ])('is known by its content: %j', async (text, name, expected) => expect(await open(text, name)).toEqual(expected));
});
