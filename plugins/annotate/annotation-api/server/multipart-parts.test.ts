import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IncomingFiles } from '#core/data/server/index.ts';
import { annotationForm } from '#tests/support/annotated-items.ts';
import type { FormPart } from './multipart-parts.ts';
import { formBoundary, formParts } from './multipart-parts.ts';
import { receiveForm } from './received-form.ts';

const split = (body: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(body.length / size) }, (_, at) => body.subarray(at * size, (at + 1) * size)),
  );

async function partsOf(source: Readable): Promise<readonly FormPart[]> {
  const parts: FormPart[] = [];
  for await (const part of formParts(source, 'c0ffee')) parts.push(part);
  return parts;
}

describe('the parts of a form', () => {
  const documents = [
    ['a.jpg', 'first'],
    ['写真 "1".jpg', ''],
    ['b.jpg', `--c0ffe\r\n--\r\n${'x'.repeat(300)}`],
  ] as const;
  const { body } = annotationForm(documents);
  const expected = documents.map(([name, text]) => [name, text]);
  const summaryOf = (parts: readonly FormPart[]): unknown =>
    parts.map(part => [part.names[0], part.content.toString()]);

  it('are the same however the form is cut into pieces on its way', async () => {
    for (let size = 1; size <= body.length; size += size < 80 ? 1 : 37)
      expect(summaryOf(await partsOf(split(body, size)))).toEqual(expected);
  });

  it.each([1, 20_000, 200_000, 3_000_000])(
    'of %i bytes come whole, also when the whole form comes at once',
    async size => {
      const { body: form } = annotationForm([
        ['a.jpg', 'x'.repeat(size)],
        ['a.jpg___save.png', Buffer.alloc(size, 'y')],
      ]);
      for (const piece of [form.length, 65_536])
        expect((await partsOf(split(form, piece))).map(part => part.content.length)).toEqual([size, size]);
    },
  );

  it('are refused when the form ends early, at any place', async () => {
    const last = body.length - '--\r\n'.length;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: last }), fc.integer({ min: 1, max: 200 }), async (end, size) => {
        await expect(partsOf(split(body.subarray(0, end), size))).rejects.toMatchObject({
          code: 'BAD_REQUEST',
          status: 400,
        });
      }),
      { numRuns: 200 },
    );
  });

  it('are none of an empty form', async () => {
    expect(await partsOf(Readable.from([annotationForm([]).body]))).toEqual([]);
  });

  it('come with a boundary that the content type names', () => {
    expect(formBoundary('multipart/form-data; boundary=abc')).toBe('abc');
    expect(formBoundary('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b');
    for (const type of [undefined, 'application/json', 'multipart/form-data', 'multipart/form-data; boundary='])
      expect(() => formBoundary(type)).toThrow('multipart/form-data');
  });
});

describe('a form that is received', () => {
  let folder: string;
  let incoming: IncomingFiles;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-form-'));
    incoming = await IncomingFiles.open({ folder });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([10, 3_000_000])('of %i bytes is read as it came, and leaves no file', async size => {
    const bytes = Buffer.alloc(size, 'ab');
    const form = await receiveForm(split(bytes, 65_536), incoming);
    const read: Buffer[] = [];
    for await (const chunk of form.content()) read.push(chunk as Buffer);
    expect(Buffer.concat(read).equals(bytes)).toBe(true);
    await form.drop();
    await form.drop();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('and cut off leaves no file either', async () => {
    const broken = Readable.from(
      (async function* () {
        for (let at = 0; at < 40; at += 1) yield Buffer.alloc(65_536);
        throw new Error('reset');
      })(),
    );
    await expect(receiveForm(broken, incoming)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(readdirSync(folder)).toEqual([]);
  });
});
