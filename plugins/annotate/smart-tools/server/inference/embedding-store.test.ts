import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddingStore } from './embedding-store.ts';

const embedding = (value: number): Float32Array => new Float32Array(256).fill(value);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-embeddings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('kept embeddings', () => {
  it('should be in memory up to a limit, the longest unused going first', async () => {
    const store = new EmbeddingStore('', { memory: 2048, disk: 0 });
    store.hold('1/a', embedding(1));
    store.hold('1/b', embedding(2));
    await store.get('1/a');
    store.hold('1/c', embedding(3));
    expect([await store.has('1/a'), await store.has('1/b'), await store.has('1/c')]).toEqual([true, false, true]);
  });

  it('should be found on the disk by a later store', async () => {
    await new EmbeddingStore(folder).write('7/abc-sam', embedding(4));
    expect((await new EmbeddingStore(folder).get('7/abc-sam'))?.[100]).toBe(4);
    expect(await new EmbeddingStore(folder).get('8/abc-sam')).toBeUndefined();
  });

  it('should take no more of the disk than is allowed', async () => {
    const store = new EmbeddingStore(folder, { memory: 0, disk: 2500 });
    for (const name of ['a', 'b', 'c']) await store.write(`1/${name}`, embedding(1));
    expect(await readdir(join(folder, 'embeddings/1'))).toHaveLength(2);
  });

  it('should never leave its folder', async () => {
    const store = new EmbeddingStore(folder);
    await store.write('1/../../outside', embedding(1));
    expect(await readdir(folder)).toEqual([]);
    expect(await store.get('1/../../outside')).toBeUndefined();
  });
});
