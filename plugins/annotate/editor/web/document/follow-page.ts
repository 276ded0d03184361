import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, toDisposable } from '#core/base/common/index.ts';
import type { SaveQueue } from './save-queue.ts';

/** Listeners of open work for the page. */
interface PageListener {
  online(): void;
  offline(): void;
  /** The tab is hidden or about to go. */
  leaving(): void;
  /** True when closing the tab would lose work; the browser asks then. */
  wouldLose(): boolean;
}

/** Follows connection and visibility of the page until disposed. */
function followPage(listener: PageListener): Disposable {
  const owned = new Disposables();
  const follow = (target: EventTarget, type: string, work: (event: Event) => void): void => {
    target.addEventListener(type, work);
    owned.add(toDisposable(() => target.removeEventListener(type, work)));
  };
  follow(window, 'online', () => listener.online());
  follow(window, 'offline', () => listener.offline());
  follow(window, 'pagehide', () => listener.leaving());
  follow(document, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') listener.leaving();
  });
  follow(window, 'beforeunload', event => {
    if (listener.wouldLose()) event.preventDefault();
  });
  return owned;
}

/** Connection and time of the page, for the save queue. */
export const pageClock = {
  isOnline: (): boolean => navigator.onLine,
  now: (): number => Date.now(),
  after(milliseconds: number, work: () => void): () => void {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Follows the page for a queue of saves; `wouldLose` is true while work lives in this tab alone. */
export const followSaving = (
  queue: Pick<SaveQueue<unknown>, 'resume' | 'offline' | 'save'>,
  wouldLose: () => boolean,
): Disposable =>
  followPage({
    online: () => queue.resume(),
    offline: () => queue.offline(),
    leaving: () => void queue.save(),
    wouldLose,
  });
