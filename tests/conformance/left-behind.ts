import { afterEach, beforeEach, vi } from 'vitest';

type Listening = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Timers and listeners on the page at this moment: repeating timers and listeners of window and document. */
export interface LeftBehind {
  count(): { readonly intervals: number; readonly listeners: number };
}

/** Counts timers and listeners during each test of a file, so that a test can see what a plugin leaves behind. */
export function watchLeftBehind(): LeftBehind {
  const intervals = new Set<unknown>();
  const listeners = new Map<unknown, number>();
  const keyOf = (target: Listening, type: string, listener: unknown): string =>
    `${target === window ? 'window' : 'document'} ${type} ${idOf(listener)}`;
  const ids = new Map<unknown, number>();
  const idOf = (listener: unknown): number => {
    if (!ids.has(listener)) ids.set(listener, ids.size);
    return ids.get(listener)!;
  };

  beforeEach(() => {
    intervals.clear();
    listeners.clear();
    const { setInterval: set, clearInterval: clear } = globalThis;
    vi.spyOn(globalThis, 'setInterval').mockImplementation(((...args: Parameters<typeof setInterval>) => {
      const timer = set(...args);
      intervals.add(timer);
      return timer;
    }) as typeof setInterval);
    vi.spyOn(globalThis, 'clearInterval').mockImplementation(timer => {
      intervals.delete(timer);
      clear(timer);
    });
    for (const target of [window, document] as readonly Listening[]) {
      const { addEventListener: add, removeEventListener: remove } = target;
      vi.spyOn(target, 'addEventListener').mockImplementation((type, listener, options) => {
        listeners.set(keyOf(target, type, listener), 1);
        add.call(target, type, listener, options);
      });
      vi.spyOn(target, 'removeEventListener').mockImplementation((type, listener, options) => {
        listeners.delete(keyOf(target, type, listener));
        remove.call(target, type, listener, options);
      });
    }
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return { count: () => ({ intervals: intervals.size, listeners: listeners.size }) };
}
