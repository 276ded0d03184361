import { existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import type { BlobDriver } from '#core/data/server/index.ts';
import { textDigest } from '../../common/extract/reading.ts';
import { ReadTexts } from './read-texts.ts';

const paper = '../shared/data/pdf/tracemonkey.pdf';
const files = new Map<string, Buffer>();
const texts = new ReadTexts({
  get: async (hash: string) => (files.has(hash) ? Readable.from([files.get(hash)!]) : undefined),
} as Pick<BlobDriver, 'get'> as BlobDriver);
afterAll(() => texts.dispose());

function read(name: string, file: string | Buffer, reading?: object): Promise<string | undefined> {
  files.set(name, Buffer.from(file as string));
  return texts.of({ blob_hash: name, name, size: file.length }, { metadata: { name, reading } });
}

it('should read pages as browsers do, with scripts off', async () => {
  const page =
    '<!doctype html><title>No</title><script>1</script><p>Dr. <b>Ada</b> &amp; co<noscript>!</noscript></p><ol start="3"><li>a<li>b</ol><table><tr><td>x<td>y</table>';
  const text = 'Dr. Ada & co\n\n3. a\n4. b\n\nx\ty';
  expect(await read('page.html', page)).toBe(text);
  expect(await read('page.html', page, { of: 'html', version: 1, digest: textDigest(text), length: 27 })).toBe(text);
  expect(await read('frames.html', '<frameset><frame src="a"></frameset>')).toBeUndefined();
});

it('should give no text where positions count in another one, and for files that cannot be read', async () => {
  expect(
    await read('page.html', '<p>a</p>', { of: 'html', version: 1, digest: textDigest('b'), length: 1 }),
  ).toBeUndefined();
  expect(await read('broken.pdf', '%PDF-1.7\nnot much more')).toBeUndefined();
  expect(await texts.of({ blob_hash: 'gone', name: 'gone.pdf', size: 1 }, {})).toBeUndefined();
});

it.skipIf(!existsSync(paper))('should read the text of a PDF that browsers read', async () => {
  // The digest of the test in the browser.
  expect(textDigest((await read('paper.pdf', readFileSync(paper)))!)).toBe('d791a1119e1ee372');
});
