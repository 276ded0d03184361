import type { Disposable } from '#core/base/common/index.ts';
import { isFault, toDisposable, token } from '#core/base/common/index.ts';

/** Half of a plugin that a fault is of. */
export type FaultSide = 'server' | 'browser';

/** A failure in a plugin that was not an intended answer. */
export interface PluginFault {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly side: FaultSide;
  /**
   * Place of the fault: `start`, `GET /api/v1/notes`, `job sync`, `hook core.committed`; in the browser `load`,
   * `activate`, `page list`, `panel side`.
   */
  readonly where: string;
  readonly message: string;
  readonly stack: string | null;
  /** Version of the plugin that ran, when a browser reported it. */
  readonly version: string | null;
  /** Organization for which it worked; undefined when for none or for all. */
  readonly organizationId: number | undefined;
  /**
   * True when it was of the whole process (its start, its migrations, its part in a hook of the process): every
   * organization may know of it.
   */
  readonly ofProcess: boolean;
}

/** A plugin folder that was not taken. */
export interface Refusal {
  /** Its id when its manifest could be read, else the name of the folder. */
  readonly id: string;
  readonly folder: string;
  readonly reason: string;
}

/** Counts of uses and failures of a plugin since the server started. */
export interface PluginUse {
  /** All since the start, also those that are no longer kept. */
  readonly faultCount: number;
  /** ISO 8601 of the last call or job; undefined = not since the start. */
  readonly lastUse: string | undefined;
  readonly uses: number;
}

/** Record of one plugin since the server started. */
export interface PluginRecord extends PluginUse {
  /** Newest first; of each side at most 20 for one organization and 200 in all. */
  readonly faults: readonly PluginFault[];
}

/** Facts about a fault besides its place. */
export interface FaultFacts {
  readonly organizationId?: number | undefined;
  /** Of the start, the migrations or a hook of the process, and so of concern to every organization. */
  readonly ofProcess?: boolean;
  readonly side?: FaultSide;
  readonly version?: string | undefined;
  /** Of an error that is only known by its text. */
  readonly stack?: string | undefined;
  readonly personId?: number | undefined;
  readonly requestId?: string | undefined;
}

/** An error as listeners of the ledger get it. */
export interface NotedFault extends PluginFault {
  /** `core` for what belongs to no plugin. */
  readonly plugin: string;
  /** Class of the error and its code, such as `TypeError` or `DatabaseError 23505`. */
  readonly kind: string;
  readonly personId: number | undefined;
  readonly requestId: string | undefined;
}

/** Faults kept of each side of a plugin: for one organization, and in all. */
const KEPT = 20;
const KEPT_IN_ALL = 200;
const STACK_LENGTH = 8_000;

interface Use {
  faultCount: number;
  lastUse: number | undefined;
  uses: number;
}

interface Entry extends Use {
  faults: PluginFault[];
  /** Uses by organizations, by their id. */
  readonly organizations: Map<number, Use>;
}

const unused = (): Use => ({ faultCount: 0, lastUse: undefined, uses: 0 });
const usageOf = ({ faultCount, lastUse, uses }: Use): PluginUse => ({
  faultCount,
  uses,
  lastUse: lastUse === undefined ? undefined : new Date(lastUse).toISOString(),
});

/** Keeps what happened in each plugin since the server started; in memory, of this process. */
export class PluginLedger {
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(fault: NotedFault) => void>();
  /** Errors that were noted: one that passes through several places is one fault for listeners. */
  readonly #seen = new WeakSet<object>();

  /** Calls a listener with every fault from now on. */
  onFault(listener: (fault: NotedFault) => void): Disposable {
    this.#listeners.add(listener);
    return toDisposable(() => void this.#listeners.delete(listener));
  }

  of(id: string): PluginRecord {
    const entry = this.#entry(id);
    return { ...usageOf(entry), faults: entry.faults };
  }

  /**
   * Returns the part that an organization may know: its own use, its own faults, and those of the process, such as a
   * failed start. What was done for none, as before sign-in, is for super-admins only.
   */
  ofOrganization(id: string, organizationId: number): PluginRecord {
    const entry = this.#entry(id);
    const faults = entry.faults.filter(each => each.ofProcess || each.organizationId === organizationId);
    const own = usageOf(entry.organizations.get(organizationId) ?? unused());
    return { ...own, faults, faultCount: own.faultCount + faults.filter(each => each.ofProcess).length };
  }

  used(id: string, organizationId?: number): void {
    for (const each of this.#uses(id, organizationId)) {
      each.lastUse = Date.now();
      each.uses++;
    }
  }

  fault(id: string, where: string, error: unknown, facts: FaultFacts = {}): void {
    const { organizationId, ofProcess = false, side = 'server', version, stack = stackOf(error) } = facts;
    for (const each of this.#uses(id, organizationId)) each.faultCount++;
    const entry = this.#entry(id);
    const fault: PluginFault = {
      at: new Date().toISOString(),
      side,
      where,
      message: error instanceof Error ? error.message : String(error),
      stack: stack?.slice(0, STACK_LENGTH) ?? null,
      version: version ?? null,
      organizationId,
      ofProcess,
    };
    const oldest = surplus([fault, ...entry.faults.filter(each => each.side === side)]);
    entry.faults = [fault, ...entry.faults].filter(each => each !== oldest);
    this.#notify(id, error, fault, facts);
  }

  /** Notes a fault that belongs to no plugin, unless its error was noted already. */
  ofCore(where: string, error: unknown, facts: FaultFacts = {}): void {
    if (typeof error !== 'object' || error === null || !this.#seen.has(error)) this.fault('core', where, error, facts);
  }

  /**
   * Does work of a plugin and notes that it was used and what went wrong; faults that are answers (below 500) are none.
   */
  watch<T>(id: string, where: string, facts: FaultFacts, work: () => T): T {
    this.used(id, facts.organizationId);
    const note = (error: unknown): void => {
      if (!isFault(error) || error.status >= 500) this.fault(id, where, error, facts);
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

  #notify(plugin: string, error: unknown, fault: PluginFault, { personId, requestId }: FaultFacts): void {
    if (typeof error === 'object' && error !== null) {
      if (this.#seen.has(error)) return;
      this.#seen.add(error);
    }
    for (const each of this.#listeners) each({ ...fault, plugin, kind: kindOf(error), personId, requestId });
  }

  #entry(id: string): Entry {
    let entry = this.#entries.get(id);
    if (entry === undefined) this.#entries.set(id, (entry = { ...unused(), faults: [], organizations: new Map() }));
    return entry;
  }

  #uses(id: string, organizationId: number | undefined): readonly Use[] {
    const entry = this.#entry(id);
    if (organizationId === undefined) return [entry];
    let own = entry.organizations.get(organizationId);
    if (own === undefined) entry.organizations.set(organizationId, (own = unused()));
    return [entry, own];
  }
}

/**
 * The one to be dropped of the faults of one side, newest first: the oldest of the organization (or of the process, or
 * of nobody) that has too many. Kept apart, so that pages which people leave open push out neither what happened on the
 * server nor what happened to others.
 */
function surplus(faults: readonly PluginFault[]): PluginFault | undefined {
  const groups = new Map<number | 'process' | undefined, PluginFault[]>();
  for (const each of faults) {
    const of = each.ofProcess ? 'process' : each.organizationId;
    groups.set(of, [...(groups.get(of) ?? []), each]);
  }
  const most = [...groups.values()].reduce((largest, each) => (each.length > largest.length ? each : largest));
  return most.length > KEPT || faults.length > KEPT_IN_ALL ? most.at(-1) : undefined;
}

function stackOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const own = error.stack ?? `${error.name}: ${error.message}`;
  const cause = stackOf(error.cause);
  return cause === undefined ? own : `${own}\ncaused by ${cause}`;
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}

export const PluginLedgerToken = token<PluginLedger>('core/plugin-ledger');
