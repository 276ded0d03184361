import { isFault } from '#core/base/common/index.ts';
import type { IntegrationCheck } from '../../common/integration.ts';

/** One step of a check. `message` is the text for a step that works. */
export interface CheckStep {
  readonly name: string;
  readonly message: string;
  run(): Promise<unknown>;
}

/** Runs the steps of a check in their order; one that fails ends it, with the text of its fault. */
export async function checkSteps(steps: readonly CheckStep[]): Promise<IntegrationCheck> {
  const done: IntegrationCheck['steps'] = [];
  for (const { name, message, run } of steps) {
    try {
      await run();
      done.push({ name, ok: true, message });
    } catch (error) {
      done.push({ name, ok: false, message: isFault(error) ? error.message : 'The storage cannot be used.' });
      return { ok: false, steps: done };
    }
  }
  return { ok: true, steps: done };
}
