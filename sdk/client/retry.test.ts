import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retried } from './retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unavailable = Object.assign(new Error('unavailable'), { status: 503 });

it('should try three times more with growing pauses, then throw the last error as it is', async () => {
  const work = vi.fn(async () => Promise.reject(unavailable));
  const ended = expect(retried(work)).rejects.toBe(unavailable);
  const calls: number[] = [];
  for (const pause of [0, 300, 600, 900]) {
    await vi.advanceTimersByTimeAsync(pause);
    calls.push(work.mock.calls.length);
  }
  expect(calls).toEqual([1, 2, 3, 4]);
  await ended;
});

it.each([
  ['no gateway refused', { status: 500 }],
  ['maintenance refused', { status: 503, code: 'maintenance' }],
])('should not try again what %s', async (_, failure) => {
  const broken = Object.assign(new Error('broken'), failure);
  const work = vi.fn(async () => Promise.reject(broken));
  await expect(retried(work)).rejects.toBe(broken);
  expect(work).toHaveBeenCalledTimes(1);
});

it('should stop waiting when it is aborted, and leave no listener at the signal', async () => {
  const stop = new AbortController();
  const added = vi.spyOn(stop.signal, 'addEventListener');
  const removed = vi.spyOn(stop.signal, 'removeEventListener');
  const work = vi.fn(async () => Promise.reject(unavailable));
  const ended = expect(retried(work, stop.signal)).rejects.toThrow('enough');
  await vi.advanceTimersByTimeAsync(300);
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([2, 1]);
  stop.abort(new Error('enough'));
  await ended;
  expect(work).toHaveBeenCalledTimes(2);
});
