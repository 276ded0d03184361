import { isFault } from '#core/base/common/index.ts';
import type { Outcome } from './command-line.ts';

/** Prints what a command came to, as text or as JSON, and ends the process: with 1 when it failed. */
export function printOutcome(running: Promise<Outcome>, asJson: boolean): void {
  running.then(
    outcome => {
      process.stdout.write(`${asJson ? JSON.stringify(outcome.data) : outcome.text}\n`);
      process.exit(0);
    },
    (error: unknown) => {
      const fault = isFault(error)
        ? { code: error.code, error: error.message }
        : { code: 'INTERNAL', error: String(error) };
      process.stderr.write(`${asJson ? JSON.stringify(fault) : fault.error}\n`);
      process.exit(1);
    },
  );
}
