import type { Disposable } from '#core/base/common/index.ts';
import { every } from '#core/kernel/server/index.ts';

/** Milliseconds between two looks. An off switch has to act within a second. */
const EVERY_MS = 400;

/** Signal that work has to stop. */
export interface StopWatch extends Disposable {
  readonly signal: AbortSignal;
}

/** Watches a switch while work is under way; the signal is aborted soon after `serves` answers false. */
export function stopWatch(serves: () => Promise<boolean>, onError: (error: unknown) => void): StopWatch {
  const stopping = new AbortController();
  const watching = every(
    EVERY_MS,
    async () => {
      if (!(await serves())) stopping.abort();
    },
    onError,
  );
  return { signal: stopping.signal, dispose: () => watching.dispose() };
}
