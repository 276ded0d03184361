/** Three retries, 300 ms times the attempt number, only for 502, 503 and 504. */
export const retryPolicy = { retries: 3, pauseMs: 300, statuses: [502, 503, 504] } as const;

/** Waits; ends early with the signal's reason. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });

/**
 * True for a failure that may be over in a moment; maintenance is not. Its code is `maintenance` on the wire and
 * `MAINTENANCE` in the page.
 */
function isPassing(error: unknown): boolean {
  const { status, code } = error as { readonly status?: unknown; readonly code?: unknown };
  return retryPolicy.statuses.some(each => each === status) && String(code).toLowerCase() !== 'maintenance';
}

/** Does work, and again as the policy says. The last failure is thrown as it is. */
export async function retried<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt > retryPolicy.retries || !isPassing(error) || signal?.aborted === true) throw error;
      await pause(retryPolicy.pauseMs * attempt, signal);
    }
  }
}
