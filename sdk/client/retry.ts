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

/** Does work, and again as the policy says. The last failure is thrown as it is. */
export async function retried<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const status = (error as { readonly status?: unknown }).status;
      if (
        attempt > retryPolicy.retries ||
        !retryPolicy.statuses.some(each => each === status) ||
        signal?.aborted === true
      )
        throw error;
      await pause(retryPolicy.pauseMs * attempt, signal);
    }
  }
}
