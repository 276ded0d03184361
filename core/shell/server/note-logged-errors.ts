import type { Log } from '#core/api/server/index.ts';
import type { PluginLedger } from '#core/kernel/server/index.ts';

/** Returns a log whose errors are noted in the ledger too: those of work that no request waits for. */
export function noteLoggedErrors(log: Log, ledger: PluginLedger): Log {
  return {
    debug: (facts, text) => log.debug(facts, text),
    info: (facts, text) => log.info(facts, text),
    warn: (facts, text) => log.warn(facts, text),
    error(facts, text) {
      log.error(facts, text);
      const { err } = facts as { readonly err?: unknown };
      if (err !== undefined) ledger.ofCore(text ?? 'log', err);
    },
    child: bindings => noteLoggedErrors(log.child(bindings), ledger),
  };
}
