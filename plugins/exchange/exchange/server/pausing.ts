import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a loop runs before other work gets its turn. */
const RUN_MS = 10;

/** Returns a function for the rounds of a long loop: it lets other work go on when the loop ran for long enough. */
export function pausing(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < RUN_MS) return;
    await setImmediate();
    begun = performance.now();
  };
}
