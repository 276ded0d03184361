import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommandDesk } from './command-desk.ts';

const warn = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  warn.mockReset();
});
afterEach(() => vi.useRealTimers());

it('should hand a command to all who listen, and to nobody who stopped', () => {
  const desk = new CommandDesk(warn);
  const [one, other, elsewhere] = [vi.fn(), vi.fn(), vi.fn()];
  const stop = desk.on('refresh', one);
  desk.on('refresh', other);
  desk.on('close', elsewhere);
  desk.tell('refresh');
  stop();
  desk.tell('refresh');
  expect([one.mock.calls.length, other.mock.calls.length, elsewhere.mock.calls.length]).toEqual([1, 2, 0]);
});

it('should keep a command that nobody listens to yet, hand it on once, and warn when it waits long', () => {
  const desk = new CommandDesk(warn);
  desk.tell('refresh');
  desk.tell('typo');
  const listener = vi.fn();
  desk.on('refresh', listener)();
  expect(listener).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(6_000);
  expect(warn.mock.calls).toEqual([[expect.stringContaining('“typo”')]]);
  const again = vi.fn();
  desk.on('refresh', again);
  expect(again).not.toHaveBeenCalled();
});
