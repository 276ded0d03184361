import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunningWork } from './running-work.ts';
import { ScriptNotices } from './script-notices.ts';
import type { ScriptNotice } from './script-notices.ts';

const never = (): Promise<never> => new Promise(() => undefined);

describe('what a script has under way', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('should show it after two seconds, and its button at once', async () => {
    const changes: unknown[] = [];
    const work = new RunningWork({
      changed: (busy, pressed) => changes.push([busy, [...pressed]]),
      isAsking: () => false,
      tooLong: () => undefined,
    });
    let done = (): void => undefined;
    const ended = work.run('send', () => new Promise<void>(resolve => (done = resolve)));
    expect(changes).toEqual([[undefined, ['send']]]);
    expect(await work.run('send', never), 'a button is not pressed twice').toEqual({ failed: true });
    vi.advanceTimersByTime(1900);
    expect(changes).toHaveLength(1);
    vi.advanceTimersByTime(400);
    expect(changes.at(-1)).toEqual([{ text: undefined }, ['send']]);
    done();
    await ended;
    expect(changes.at(-1)).toEqual([undefined, []]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('should end what takes longer than a minute, or five where a model answers', () => {
    const ended: number[] = [];
    let asking = false;
    const work = new RunningWork({
      changed: () => undefined,
      isAsking: () => asking,
      tooLong: seconds => {
        ended.push(seconds);
        work.clear();
      },
    });
    void work.run(undefined, never);
    vi.advanceTimersByTime(59_000);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(1_500);
    expect(ended).toEqual([60]);
    asking = true;
    void work.run(undefined, never);
    vi.advanceTimersByTime(299_000);
    expect(ended).toEqual([60]);
    vi.advanceTimersByTime(1_500);
    expect(ended).toEqual([60, 300]);
  });

  it('should show what the script calls busy, with its text, as long as any of it lasts', () => {
    const changes: unknown[] = [];
    const work = new RunningWork({
      changed: busy => changes.push(busy),
      isAsking: () => false,
      tooLong: () => undefined,
    });
    work.show('Asking', true);
    work.show(undefined, true);
    work.show(undefined, false);
    expect(changes).toEqual([{ text: 'Asking' }]);
    work.show(undefined, false);
    work.show(undefined, false);
    expect(changes).toEqual([{ text: 'Asking' }, undefined]);
  });
});

it('should show builders where, others one line, and the same thing once', () => {
  let shown: readonly ScriptNotice[] = [];
  let builds = false;
  const notices = new ScriptNotices(
    () => builds,
    now => (shown = now),
  );
  notices.notify('It failed.', 'line 3');
  notices.notifyBuilders('for builders');
  expect(shown).toMatchObject([{ text: 'It failed.', detail: undefined, times: 1 }]);
  builds = true;
  notices.notify('It failed.', 'line 3');
  notices.notify('It failed.', 'line 3');
  for (let at = 0; at < 9; at += 1) notices.notifyBuilders(`refused ${at}`);
  expect(shown.map(each => each.text)).toEqual(['refused 5', 'refused 6', 'refused 7', 'refused 8']);
  notices.dismiss(shown[0]!.id);
  notices.clear();
  expect(shown).toEqual([]);
});
