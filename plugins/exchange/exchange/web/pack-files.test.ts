import { expect, it } from 'vitest';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';
import { packFiles } from './pack-files.ts';

const file = (name: string, text = name): File => new File([text], name);

it('should send one file as it is and several as one archive', async () => {
  const one = file('a.json');
  expect(await packFiles([one])).toBe(one);
  const packed = await packFiles([file('a.xml'), file('b.xml')]);
  const found = await readAll(await fromBufferPromise(Buffer.from(await packed.arrayBuffer())));
  expect([...found].map(([path, bytes]) => [path, bytes.toString()])).toEqual([
    ['a.xml', 'a.xml'],
    ['b.xml', 'b.xml'],
  ]);
});

it('should refuse archives among several files, and files of one name', async () => {
  await expect(packFiles([file('a.xml'), file('set.zip')])).rejects.toThrow('Import archives one at a time');
  await expect(packFiles([file('a.xml', '1'), file('a.xml', '2')])).rejects.toThrow('several files named a.xml');
});
