import { Fault, isFault } from '#core/base/common/index.ts';

/** Saves at once after this many changes. */
export const AUTOSAVE_CHANGES = 15;
/** Saves after this long without a further change, in milliseconds. */
export const REST_MS = 2_500;
/** Longest time a change waits while others keep following it, in milliseconds. */
export const AUTOSAVE_MS = 60_000;

/** First and longest pause before a save that failed is sent again, milliseconds. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

/** State of saving. */
export type SaveState =
  | { readonly kind: 'saved'; readonly at: number | undefined }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  /** No connection; it goes on by itself. */
  | { readonly kind: 'offline' }
  /** The server could not; it is tried again by itself, the same operation. */
  | { readonly kind: 'failed'; readonly fault: Fault }
  /** Somebody saved another revision, and a person has to choose. */
  | { readonly kind: 'conflict' }
  /** The server will not take this document; a change of it is needed. */
  | { readonly kind: 'refused'; readonly fault: Fault };

/** Time, network and document for saving. */
export interface SavePorts<Attempt> {
  /** Returns the data to send now, with a new operation; the same value is sent until it is acknowledged or refused. */
  begin(): Attempt;
  send(attempt: Attempt): Promise<{ readonly revision: number }>;
  acknowledged(attempt: Attempt, revision: number): void;
  /** Changes that no acknowledged save holds. */
  changes(): number;
  /** Another revision was saved; true when the document is merged and can be sent again at once. */
  merge(fault: Fault): Promise<boolean>;
  refused(fault: Fault): void;
  /** Why the document must not be stored as it is; asked before a save that nobody asked for. */
  refusal(): Promise<string | undefined>;
  stateChanged(state: SaveState): void;
  isOnline(): boolean;
  now(): number;
  /** Calls back after `milliseconds`; returns the way to stop. */
  after(milliseconds: number, work: () => void): () => void;
}

/** Returns what a failed call to the server leaves to do: send it again later, merge, or change what was sent. */
export function failureKind(error: unknown): 'again' | 'conflict' | 'refused' {
  if (!isFault(error)) return 'again';
  if (error.status === 409) return 'conflict';
  return error.status >= 500 || [401, 408, 423, 429].includes(error.status) ? 'again' : 'refused';
}

/**
 * Saves one after the other: one is under way at a time, and an operation is repeated until the server has answered it.
 */
export class SaveQueue<Attempt> {
  readonly #ports: SavePorts<Attempt>;
  #state: SaveState = { kind: 'saved', at: undefined };
  #attempt: Attempt | undefined;
  #running: Promise<boolean> | undefined;
  #wanted = false;
  /**
   * A save was asked for while an earlier attempt still had to be repeated, which does not hold what was drawn since.
   */
  #rest = false;
  #stopRest: (() => void) | undefined;
  #stopAutosave: (() => void) | undefined;
  #stopRetry: (() => void) | undefined;
  #pause = FIRST_RETRY_MS;

  constructor(ports: SavePorts<Attempt>) {
    this.#ports = ports;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** Everything is stored. */
  get isClean(): boolean {
    return this.#attempt === undefined && this.#ports.changes() === 0;
  }

  /** A change was made: starts the autosave when it is time. */
  changed(): void {
    if (['saved', 'refused'].includes(this.#state.kind)) this.#become({ kind: 'unsaved' });
    this.#stopRest?.();
    this.#stopRest = this.#ports.after(REST_MS, () => void this.#autosave());
    this.#stopAutosave ??= this.#ports.after(AUTOSAVE_MS, () => void this.#autosave());
    if (this.#ports.changes() >= AUTOSAVE_CHANGES && this.#state.kind === 'unsaved') void this.#autosave();
  }

  /** Saves unless a script of the form refuses it; then the next change tries again. */
  async #autosave(): Promise<void> {
    const reason = await this.#ports.refusal();
    if (reason === undefined) await this.save();
    else if (this.#state.kind === 'unsaved')
      this.#become({ kind: 'refused', fault: new Fault('SAVE_REFUSED', reason, { status: 422 }) });
  }

  /** Saves now. True when all that was there at the call is stored. */
  save(): Promise<boolean> {
    if (this.#running !== undefined) {
      this.#wanted = true;
      return this.#running;
    }
    if (this.#attempt !== undefined) this.#rest = true;
    return this.#start();
  }

  #start(): Promise<boolean> {
    if (this.#running !== undefined) return this.#running;
    if (this.isClean) {
      // A merge found the changes stored already.
      if (this.#state.kind === 'unsaved') this.#become({ kind: 'saved', at: this.#ports.now() });
      return Promise.resolve(true);
    }
    this.#stopTimers();
    this.#running = this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** The connection came back, or the person has signed in again. */
  resume(): void {
    this.#pause = FIRST_RETRY_MS;
    if (this.#state.kind === 'offline' || this.#state.kind === 'failed' || this.#state.kind === 'conflict')
      void this.#start();
  }

  /** The connection went. */
  offline(): void {
    if (!this.isClean && this.#running === undefined) this.#become({ kind: 'offline' });
  }

  dispose(): void {
    this.#stopTimers();
  }

  #stopTimers(): void {
    this.#stopRest?.();
    this.#stopAutosave?.();
    this.#stopAutosave = undefined;
    this.#stopRetry?.();
  }

  async #run(): Promise<boolean> {
    do {
      this.#wanted = false;
      if (this.#attempt === undefined) this.#rest = false;
      this.#attempt ??= this.#ports.begin();
      if (!this.#ports.isOnline()) return this.#later(undefined);
      this.#become({ kind: 'saving' });
      const attempt = this.#attempt;
      try {
        const { revision } = await this.#ports.send(attempt);
        this.#attempt = undefined;
        this.#pause = FIRST_RETRY_MS;
        this.#ports.acknowledged(attempt, revision);
      } catch (error) {
        const kind = failureKind(error);
        if (kind === 'again') return this.#later(error);
        this.#attempt = undefined;
        if (kind === 'refused') return this.#refuse(error as Fault);
        if (!(await this.#merged(error as Fault))) return false;
        this.#wanted = true;
      }
    } while (this.#ports.changes() >= AUTOSAVE_CHANGES || ((this.#wanted || this.#rest) && !this.isClean));
    if (this.isClean) this.#become({ kind: 'saved', at: this.#ports.now() });
    else this.#become({ kind: 'unsaved' });
    return this.isClean;
  }

  async #merged(fault: Fault): Promise<boolean> {
    try {
      const merged = await this.#ports.merge(fault);
      if (!merged) this.#become({ kind: 'conflict' });
      return merged;
    } catch (error) {
      return this.#later(error);
    }
  }

  #refuse(fault: Fault): false {
    this.#become({ kind: 'refused', fault });
    this.#ports.refused(fault);
    return false;
  }

  #later(error: unknown): false {
    const fault = isFault(error) ? error : undefined;
    if (!this.#ports.isOnline() || fault === undefined || fault.code === 'NETWORK') this.#become({ kind: 'offline' });
    else this.#become({ kind: 'failed', fault });
    this.#stopRetry = this.#ports.after(this.#pause, () => void this.#start());
    this.#pause = Math.min(LONGEST_RETRY_MS, this.#pause * 2);
    return false;
  }

  #become(state: SaveState): void {
    this.#state = state;
    this.#ports.stateChanged(state);
  }
}
