import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppCommands } from './app-commands.ts';

const [open, lost, told] = [vi.fn(), vi.fn(), vi.fn()];
beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
});
afterEach(() => vi.useRealTimers());

it('should tell an app that is shown, in the nearest of its places, and open nothing', () => {
  const commands = new AppCommands();
  const tile = vi.fn();
  commands.feed(5, 'dashboard.tile')(tile);
  commands.feed(6, 'team.page')(vi.fn());
  const stop = commands.feed(5, 'team.page')(told);
  commands.run({ appId: 5, id: 'refresh', places: ['team.page', 'dashboard.tile'] }, open, lost);
  expect(told).toHaveBeenCalledExactlyOnceWith('refresh');
  stop();
  commands.run({ appId: 5, id: 'refresh', places: ['team.page', 'dashboard.tile'] }, open, lost);
  expect(tile).toHaveBeenCalledExactlyOnceWith('refresh');
  expect(open).not.toHaveBeenCalled();
});

it('should open an app first, and tell it once when it is there', () => {
  const commands = new AppCommands();
  commands.run({ appId: 5, id: 'refresh', places: ['project.page', 'team.page'] }, open, lost);
  expect(open).toHaveBeenCalledExactlyOnceWith('project.page');
  commands.feed(5, 'dashboard.tile')(told);
  commands.feed(6, 'project.page')(told);
  expect(told).not.toHaveBeenCalled();
  commands.feed(5, 'project.page')(told)();
  commands.feed(5, 'project.page')(told);
  expect(told).toHaveBeenCalledExactlyOnceWith('refresh');
  vi.advanceTimersByTime(60_000);
  expect(lost).not.toHaveBeenCalled();
});

it('should say when an app did not begin, and not run the command later', () => {
  const commands = new AppCommands();
  commands.run({ appId: 5, id: 'refresh', places: ['team.page'] }, open, lost);
  vi.advanceTimersByTime(15_000);
  expect(lost).toHaveBeenCalledOnce();
  commands.feed(5, 'team.page')(told);
  expect(told).not.toHaveBeenCalled();
  commands.run({ appId: 5, id: 'refresh', places: [] }, open, lost);
  expect(lost).toHaveBeenCalledTimes(2);
});
