import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import { inBackground } from '#core/data/server/index.ts';

const HOUR = 3_600_000;

type Report = (error: unknown) => void;

/**
 * Does work at an interval of milliseconds until it is disposed of. A turn is left out while the one before goes on; a
 * failure is passed to `onError` and the next turn comes as usual. Keeps no process alive.
 */
export function every(milliseconds: number, work: () => Promise<unknown>, onError: Report): Disposable {
  let busy = false;
  const turn = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await inBackground(work);
    } catch (error) {
      onError(error);
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void turn(), milliseconds);
  timer.unref();
  return toDisposable(() => clearInterval(timer));
}

/** Does work every hour, as `every` does. */
export const everyHour = (work: () => Promise<unknown>, onError: Report): Disposable => every(HOUR, work, onError);
