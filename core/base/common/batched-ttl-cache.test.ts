import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BatchedTtlCache } from './batched-ttl-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers every key but `gone` with its number of questions so far. */
function counting(gone: readonly string[] = []) {
  const questions: (readonly string[])[] = [];
  const ask = (keys: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    questions.push(keys);
    return Promise.resolve(new Map(keys.filter(key => !gone.includes(key)).map(key => [key, questions.length])));
  };
  return { questions, ask };
}

it('should ask once and believe the answer for its lifetime', async () => {
  const cache = new BatchedTtlCache<number>(1000);
  const { questions, ask } = counting();
  expect([await cache.get('g', 'a', ask), await cache.get('g', 'a', ask)]).toEqual([1, 1]);
  expect(await cache.get('other', 'a', ask)).toBe(2);
  vi.advanceTimersByTime(1001);
  expect(await cache.get('g', 'a', ask)).toBe(3);
  expect(questions).toEqual([['a'], ['a'], ['a']]);
});

it('should ask also for keys of the group that were used and are half over', async () => {
  const cache = new BatchedTtlCache<number>(1000);
  const { questions, ask } = counting();
  for (const key of ['used', 'unused', 'young']) {
    if (key === 'young') vi.advanceTimersByTime(700);
    await cache.get('g', key, ask);
  }
  await cache.get('g', 'used', ask);
  await cache.get('g', 'young', ask);
  await cache.get('other', 'used', ask);
  await cache.get('g', 'next', ask);
  expect(questions.at(-1)).toEqual(['next', 'used']);
  vi.advanceTimersByTime(600);
  // Asked for beside the other one, and old enough only later.
  expect(await cache.get('g', 'used', ask)).toBe(5);
  vi.advanceTimersByTime(401);
  expect(await cache.get('g', 'used', ask)).toBe(6);
  expect(questions.at(-1)).toEqual(['used', 'young']);
});

it('should take back a key that has no answer any more', async () => {
  const cache = new BatchedTtlCache<number>(1000);
  const { ask } = counting();
  await cache.get('g', 'a', ask);
  await cache.get('g', 'a', ask);
  vi.advanceTimersByTime(600);
  const later = counting(['a']);
  await cache.get('g', 'b', later.ask);
  expect(later.questions).toEqual([['b', 'a']]);
  expect(await cache.get('g', 'a', later.ask)).toBeUndefined();
});

it('should let those who want the same wait for one question, and not for one that everything was forgotten after', async () => {
  const cache = new BatchedTtlCache<number>(1000);
  let answer: (value: number) => void = () => undefined;
  const slow = vi.fn(
    (): Promise<ReadonlyMap<string, number>> =>
      new Promise(resolve => (answer = value => resolve(new Map([['a', value]])))),
  );
  const both = Promise.all([cache.get('g', 'a', slow), cache.get('g', 'a', slow)]);
  expect(slow).toHaveBeenCalledTimes(1);
  const alone = await cache.get('g', 'a', () => Promise.resolve(new Map([['a', 5]])), true);
  expect(alone).toBe(5);
  cache.forget();
  answer(1);
  expect(await both).toEqual([1, 1]);
  expect(await cache.get('g', 'a', counting().ask)).toBe(1);
});

it('should pass a failure on and ask again', async () => {
  const cache = new BatchedTtlCache<number>(1000);
  await expect(cache.get('g', 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('g', 'a', counting().ask)).toBe(1);
});
