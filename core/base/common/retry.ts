/** Which failures are tried again, and how long to wait before attempt `attempt` (1-based), in milliseconds. */
export interface RetryPolicy {
  readonly retries: number;
  readonly delay: (attempt: number) => number;
  readonly again: (error: unknown) => boolean;
}

const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

/** Spec 9: 3 retries, 300 ms times the attempt number, only for 502, 503 and 504. Maintenance does not end within them. */
export const assetRetry: RetryPolicy = {
  retries: 3,
  delay: attempt => 300 * attempt,
  again: error => {
    const { status = 0, code } = error as { readonly status?: number; readonly code?: string };
    return [502, 503, 504].includes(status) && code !== 'MAINTENANCE';
  },
};

/** Runs `work`, trying again by the policy. The last error is thrown as it is. */
export async function retry<T>(work: () => Promise<T>, policy: RetryPolicy, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt > policy.retries || !policy.again(error) || signal?.aborted) throw error;
      await pause(policy.delay(attempt), signal);
    }
  }
}
