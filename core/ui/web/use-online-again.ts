import { useEffect, useEffectEvent } from 'react';

/** Calls `work` when the connection comes back, while `waiting`. */
export function useOnlineAgain(waiting: boolean, work: () => void): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    if (!waiting) return undefined;
    const again = (): void => run();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [waiting]);
}
