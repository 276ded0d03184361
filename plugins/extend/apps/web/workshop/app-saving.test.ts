import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conflict } from '#core/base/common/index.ts';
import { AppDraft } from './app-draft.ts';
import { AppSaving } from './app-saving.ts';

describe('a draft that saves itself', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('should be stored once when the writer rests', async () => {
    const draft = new AppDraft({ a: '' }, 1, 'a');
    const store = vi.fn((_: unknown, revision: number) => Promise.resolve(revision + 1));
    const stop = new AppSaving(draft, { store, read: vi.fn() }).start(new EventTarget());
    draft.write('a', '1');
    draft.write('a', '12');
    await vi.advanceTimersByTimeAsync(1499);
    expect(store).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(store.mock.calls).toEqual([[{ a: '12' }, 1]]);
    expect([draft.unsaved, draft.state.revision]).toEqual([false, 2]);
    draft.write('a', '123');
    stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(store).toHaveBeenCalledTimes(2);
  });

  it('should ask before the page closes on what is not stored, and store it meanwhile', async () => {
    const draft = new AppDraft({ a: '' }, 1, 'a');
    const store = vi.fn((_: unknown, revision: number) => Promise.resolve(revision + 1));
    const page = new EventTarget();
    new AppSaving(draft, { store, read: vi.fn() }).start(page);
    const asks = (): boolean => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asks()).toBe(false);
    draft.write('a', '1');
    expect(asks()).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.mock.calls).toEqual([[{ a: '1' }, 1]]);
    expect(asks()).toBe(false);
  });

  it('should wait for a word when somebody else stored it, and then store over it or not', async () => {
    const draft = new AppDraft({ a: '' }, 1, 'a');
    const store = vi.fn((_: unknown, revision: number) =>
      revision === 1 ? Promise.reject(conflict({ revision: 5 })) : Promise.resolve(revision + 1),
    );
    const saving = new AppSaving(draft, {
      store,
      read: () => Promise.resolve({ files: { a: 'theirs' }, revision: 5 }),
    });
    draft.write('a', 'mine');
    expect(await saving.save()).toBe(false);
    expect(saving.state).toMatchObject({ conflict: true, busy: false });
    await saving.load(true);
    expect([draft.state.files, draft.state.revision, saving.state.conflict]).toEqual([{ a: 'mine' }, 6, false]);
    await saving.load(false);
    expect([draft.state.files, draft.unsaved]).toEqual([{ a: 'theirs' }, false]);
  });
});
