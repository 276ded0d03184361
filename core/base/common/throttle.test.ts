import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('should run at once, then at most once per pause with the newest arguments', () => {
  const work = vi.fn();
  const throttled = throttle(work, 500);
  throttled(1);
  throttled(2);
  throttled(3);
  expect(work.mock.calls).toEqual([[1]]);
  vi.advanceTimersByTime(500);
  expect(work.mock.calls).toEqual([[1], [3]]);
  vi.advanceTimersByTime(500);
  throttled(4);
  expect(work).toHaveBeenCalledTimes(3);
});

test('should forget what waits when disposed', () => {
  const work = vi.fn();
  const throttled = throttle(work, 500);
  throttled(1);
  throttled(2);
  throttled.dispose();
  vi.advanceTimersByTime(2000);
  expect(work).toHaveBeenCalledTimes(1);
});
