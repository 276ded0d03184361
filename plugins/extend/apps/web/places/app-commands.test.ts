import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppCommands } from './app-commands.ts';

const [open, lost, listener] = [vi.fn<(place: string) => Promise<boolean>>(), vi.fn(), vi.fn()];
beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  open.mockResolvedValue(true);
});
afterEach(() => vi.useRealTimers());

it('should send to an app that is shown, in the nearest of its places, and open nothing', async () => {
  const commands = new AppCommands();
  const tile = vi.fn();
  commands.feed(5, 'dashboard.tile')(tile);
  commands.feed(6, 'team.page')(vi.fn());
  const stop = commands.feed(5, 'team.page')(listener);
  await commands.run({ appId: 5, id: 'refresh', places: ['team.page', 'dashboard.tile'] }, open, lost);
  expect(listener).toHaveBeenCalledExactlyOnceWith('refresh');
  stop();
  await commands.run({ appId: 5, id: 'refresh', places: ['team.page', 'dashboard.tile'] }, open, lost);
  expect(tile).toHaveBeenCalledExactlyOnceWith('refresh');
  expect(open).not.toHaveBeenCalled();
});

it('should open an app first, and send to it once when it is there', async () => {
  const commands = new AppCommands();
  await commands.run({ appId: 5, id: 'refresh', places: ['project.page', 'team.page'] }, open, lost);
  expect(open).toHaveBeenCalledExactlyOnceWith('project.page');
  commands.feed(5, 'dashboard.tile')(listener);
  commands.feed(6, 'project.page')(listener);
  expect(listener).not.toHaveBeenCalled();
  commands.feed(5, 'project.page')(listener)();
  commands.feed(5, 'project.page')(listener);
  expect(listener).toHaveBeenCalledExactlyOnceWith('refresh');
  vi.advanceTimersByTime(60_000);
  expect(lost).not.toHaveBeenCalled();
});

it('should say when an app did not begin, and not run the command later', async () => {
  const commands = new AppCommands();
  await commands.run({ appId: 5, id: 'refresh', places: ['team.page'] }, open, lost);
  vi.advanceTimersByTime(15_000);
  expect(lost).toHaveBeenCalledOnce();
  commands.feed(5, 'team.page')(listener);
  expect(listener).not.toHaveBeenCalled();
  await commands.run({ appId: 5, id: 'refresh', places: [] }, open, lost);
  expect(lost).toHaveBeenCalledTimes(2);
});

it('should forget a command when the person stays where they are, and not run it when the app is opened later', async () => {
  const commands = new AppCommands();
  open.mockResolvedValue(false);
  await commands.run({ appId: 5, id: 'refresh', places: ['team.page'] }, open, lost);
  commands.feed(5, 'team.page')(listener);
  vi.advanceTimersByTime(60_000);
  expect([listener.mock.calls, lost.mock.calls]).toEqual([[], []]);
});

it('should wait for the person who is asked before leaving, and count from there', async () => {
  const commands = new AppCommands();
  let resolve = (_yes: boolean): void => undefined;
  open.mockReturnValue(
    new Promise(settle => {
      resolve = settle;
    }),
  );
  const run = commands.run({ appId: 5, id: 'refresh', places: ['team.page'] }, open, lost);
  vi.advanceTimersByTime(60_000);
  resolve(true);
  await run;
  expect(lost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  expect(lost).toHaveBeenCalledOnce();
});

it('should forget what waits when the team is left', async () => {
  const commands = new AppCommands();
  await commands.run({ appId: 5, id: 'refresh', places: ['team.page'] }, open, lost);
  commands.forget();
  commands.feed(5, 'team.page')(listener);
  vi.advanceTimersByTime(60_000);
  expect([listener.mock.calls, lost.mock.calls]).toEqual([[], []]);
});
