import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';

const HOUR = 3_600_000;

/** Does work every hour until it is disposed of; a failure is passed to `onError` and the work is repeated in the next hour. Keeps no process alive. */
export function everyHour(work: () => Promise<unknown>, onError: (error: unknown) => void): Disposable {
  const timer = setInterval(() => void work().catch(onError), HOUR);
  timer.unref();
  return toDisposable(() => clearInterval(timer));
}
