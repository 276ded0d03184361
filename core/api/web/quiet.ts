import { idle } from '#core/base/web/index.ts';
import type { Transport } from './transport.ts';

/** Waits until the page is idle and expects no answer, for `longest` milliseconds at most. */
export async function quiet(transport: Transport, longest: number): Promise<void> {
  const end = performance.now() + longest;
  do await idle(longest);
  while (transport.state.pending > 0 && performance.now() < end);
}
