import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TtlCache } from './ttl-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('should ask once and believe the answer for its lifetime', async () => {
  const memory = new TtlCache<number>(1000);
  const ask = vi.fn(async () => 7);
  expect([await memory.get('a', ask), await memory.get('a', ask)]).toEqual([7, 7]);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1001);
  await memory.get('a', ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('should not remember that there is nothing', async () => {
  const memory = new TtlCache<number>(1000);
  await memory.get('a', async () => undefined);
  expect(await memory.get('a', async () => 1)).toBe(1);
});

it('should forget at once, and not remember what was asked before', async () => {
  const memory = new TtlCache<number>(1000);
  let answer: (value: number) => void = () => undefined;
  const slow = memory.get('a', () => new Promise(resolve => (answer = resolve)));
  memory.forget();
  answer(1);
  expect(await slow).toBe(1);
  expect(await memory.get('a', async () => 2)).toBe(2);
});

it('should hold the latest answers only', async () => {
  const memory = new TtlCache<number>(1000, 2);
  for (const [at, key] of ['a', 'b', 'c'].entries()) await memory.get(key, async () => at);
  expect(await memory.get('c', async () => 9)).toBe(2);
  expect(await memory.get('a', async () => 9)).toBe(9);
});
