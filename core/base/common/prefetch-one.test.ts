import { expect, it } from 'vitest';
import { prefetchOne } from './prefetch-one.ts';

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of source) values.push(value);
  return values;
}

it('should give all values in order', async () => {
  async function* source(): AsyncGenerator<number> {
    yield 1;
    yield 2;
    yield 3;
  }
  expect(await all(prefetchOne(source()))).toEqual([1, 2, 3]);
  expect(await all(prefetchOne((async function* (): AsyncGenerator<number> {})()))).toEqual([]);
});

it('should ask for the next value while the last is worked on, and for no more', async () => {
  const asked: number[] = [];
  async function* source(): AsyncGenerator<number> {
    for (let value = 0; value < 5; value += 1) {
      asked.push(value);
      yield value;
    }
  }
  for await (const value of prefetchOne(source())) {
    await Promise.resolve();
    expect(asked.length).toBe(Math.min(value + 2, 5));
  }
});

it('should fail where the source fails, after the values before', async () => {
  async function* source(): AsyncGenerator<number> {
    yield 1;
    throw new Error('broken');
  }
  const got: number[] = [];
  await expect(
    (async () => {
      for await (const value of prefetchOne(source())) got.push(value);
    })(),
  ).rejects.toThrow('broken');
  expect(got).toEqual([1]);
});

it('should end the source when it is left early, also when the value on its way fails', async () => {
  let ended = false;
  async function* source(): AsyncGenerator<number> {
    try {
      yield 1;
      yield 2;
      throw new Error('broken');
    } finally {
      ended = true;
    }
  }
  for await (const value of prefetchOne(source())) if (value === 2) break;
  expect(ended).toBe(true);
});
