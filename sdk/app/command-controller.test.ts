import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommandController } from './command-controller.ts';

const warn = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  warn.mockReset();
});
afterEach(() => vi.useRealTimers());

it('should hand a command to all who listen, and to nobody who stopped', () => {
  const controller = new CommandController(warn);
  const [one, other, elsewhere] = [vi.fn(), vi.fn(), vi.fn()];
  const stop = controller.on('refresh', one);
  controller.on('refresh', other);
  controller.on('close', elsewhere);
  controller.dispatch('refresh');
  stop();
  controller.dispatch('refresh');
  expect([one.mock.calls.length, other.mock.calls.length, elsewhere.mock.calls.length]).toEqual([1, 2, 0]);
});

it('should keep a command that nobody listens to yet, hand it on once, and warn when it waits long', () => {
  const controller = new CommandController(warn);
  controller.dispatch('refresh');
  controller.dispatch('typo');
  const listener = vi.fn();
  controller.on('refresh', listener)();
  expect(listener).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(6_000);
  expect(warn.mock.calls).toEqual([[expect.stringContaining('“typo”')]]);
  const again = vi.fn();
  controller.on('refresh', again);
  expect(again).not.toHaveBeenCalled();
});
