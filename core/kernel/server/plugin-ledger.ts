import { isFault, token } from '#core/base/common/index.ts';

/** Something that went wrong in a plugin and was not meant as an answer. */
export interface PluginFault {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Where: `start`, `GET /api/v1/notes`, `job sync`, `hook core.committed`. */
  readonly where: string;
  readonly message: string;
  readonly stack: string | null;
}

/** A plugin folder that was not taken. */
export interface Refusal {
  /** Its id when its manifest could be read, else the name of the folder. */
  readonly id: string;
  readonly folder: string;
  readonly reason: string;
}

/** What is known of one plugin since the server started. */
export interface PluginRecord {
  /** Newest first, at most 20. */
  readonly faults: readonly PluginFault[];
  /** All since the start, also those that are no longer kept. */
  readonly faultCount: number;
  /** ISO 8601 of the last call, job or tap; undefined = not since the start. */
  readonly lastUse: string | undefined;
  readonly uses: number;
}

const KEPT = 20;
const STACK_LENGTH = 8_000;

interface Entry {
  faults: PluginFault[];
  faultCount: number;
  lastUse: number | undefined;
  uses: number;
}

/** Keeps what happened in each plugin since the server started; in memory, of this process. */
export class PluginLedger {
  readonly #entries = new Map<string, Entry>();

  of(id: string): PluginRecord {
    const { faults, faultCount, lastUse, uses } = this.#entry(id);
    return { faults, faultCount, uses, lastUse: lastUse === undefined ? undefined : new Date(lastUse).toISOString() };
  }

  used(id: string): void {
    const entry = this.#entry(id);
    entry.lastUse = Date.now();
    entry.uses++;
  }

  fault(id: string, where: string, error: unknown): void {
    const entry = this.#entry(id);
    entry.faultCount++;
    entry.faults = [{ at: new Date().toISOString(), where, message: error instanceof Error ? error.message : String(error), stack: stackOf(error)?.slice(0, STACK_LENGTH) ?? null }, ...entry.faults].slice(0, KEPT);
  }

  /** Does work of a plugin and notes that it was used and what went wrong; faults that are answers (below 500) are none. */
  watch<T>(id: string, where: string, work: () => T): T {
    this.used(id);
    const note = (error: unknown): void => {
      if (!isFault(error) || error.status >= 500) this.fault(id, where, error);
    };
    try {
      const answer = work();
      if (answer instanceof Promise) answer.catch(note);
      return answer;
    } catch (error) {
      note(error);
      throw error;
    }
  }

  #entry(id: string): Entry {
    let entry = this.#entries.get(id);
    if (entry === undefined) this.#entries.set(id, (entry = { faults: [], faultCount: 0, lastUse: undefined, uses: 0 }));
    return entry;
  }
}

function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const own = error.stack ?? `${error.name}: ${error.message}`;
  const cause = stackOf(error.cause);
  return cause === undefined ? own : `${own}\ncaused by ${cause}`;
}

export const PluginLedgerToken = token<PluginLedger>('core/plugin-ledger');
