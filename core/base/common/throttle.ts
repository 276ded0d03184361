import type { Disposable } from './disposables.ts';

/**
 * Runs `work` at once and then at most once per `milliseconds`; a call in between is kept and run at the end of the
 * pause. Activity, heartbeat and permission reload are throttled to 500 ms.
 */
export function throttle<A extends readonly unknown[]>(
  work: (...args: A) => void,
  milliseconds: number,
): ((...args: A) => void) & Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: A | undefined;
  const pause = (): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting === undefined) return;
      const args = waiting;
      waiting = undefined;
      pause();
      work(...args);
    }, milliseconds);
  };
  const throttled = (...args: A): void => {
    if (timer !== undefined) {
      waiting = args;
      return;
    }
    pause();
    work(...args);
  };
  return Object.assign(throttled, {
    dispose() {
      clearTimeout(timer);
      timer = undefined;
      waiting = undefined;
    },
  });
}
