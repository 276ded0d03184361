/** Waits until the page has nothing to do, for `longest` milliseconds at most. */
export const idle = (longest: number): Promise<void> =>
  new Promise(resolve => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: longest });
    // Safari has no such call.
    else setTimeout(resolve, 10);
  });
