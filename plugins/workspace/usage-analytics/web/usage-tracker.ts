import { isFault, randomUuid } from '#core/base/common/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import { MOST_ACTIONS } from '../common/usage-event.ts';
import type { StoredUsage, Visit, WaitingAction, WaitingBatch } from './stored-usage.ts';

/** Milliseconds within which actions are sent in one call. */
const BATCH_MS = 5_000;

/** An action that ran, with its place. */
export interface TrackedAction extends WaitingAction {
  readonly team: number | null;
}

interface TrackerOptions {
  readonly stored: StoredUsage;
  /** E-mail of who is signed in; stays in this browser. */
  readonly person: () => string | undefined;
  readonly size: () => { readonly width: number; readonly height: number };
  /** Asks the server whether actions are reported at all. */
  readonly isOn: () => Promise<boolean>;
  readonly send: (batch: WaitingBatch, visit: Visit) => Promise<unknown>;
  readonly now?: () => number;
}

/** Reports actions in batches. It keeps them in the browser until the server has them, and reports nothing when off. */
export class UsageTracker implements Disposable {
  readonly #now: () => number;
  #on: boolean | undefined;
  #asking: Promise<void> | undefined;
  #open: WaitingBatch | undefined;
  #early: TrackedAction[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: TrackerOptions) {
    this.#now = options.now ?? Date.now;
  }

  /** Takes an action. The first one asks the server whether it wants any. */
  async add(action: TrackedAction): Promise<void> {
    if (this.#on === false) return;
    if (this.#on === true) return this.#take(action);
    this.#early.push(action);
    await (this.#asking ??= this.#ask());
  }

  /** Sends what waits now. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#open;
    this.#open = undefined;
    if (batch !== undefined) await this.#send(batch);
  }

  /** Forgets the visit and what waits. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#open = undefined;
    this.#early = [];
    this.options.stored.reset();
  }

  dispose(): void {
    void this.flush();
  }

  async #ask(): Promise<void> {
    try {
      this.#on = await this.options.isOn();
    } catch {
      // Asked again at the next action.
      this.#asking = undefined;
      this.#early = this.#early.slice(-MOST_ACTIONS);
      return;
    }
    const early = this.#early;
    this.#early = [];
    if (!this.#on) return this.options.stored.reset();
    const person = this.options.person();
    if (person !== undefined) this.options.stored.visitOf(person, this.options.size);
    for (const batch of this.options.stored.left(this.#now())) await this.#send(batch);
    for (const each of early) this.#take(each);
  }

  #take({ team, ...action }: TrackedAction): void {
    if (this.options.person() === undefined) return;
    const open = this.#open;
    if (open !== undefined && (open.team !== team || open.actions.length >= MOST_ACTIONS)) void this.flush();
    const { id, since, actions } = this.#open ?? { id: randomUuid(), since: this.#now(), actions: [] };
    this.#open = { id, since, team, actions: [...actions, action] };
    this.options.stored.keep(this.#open);
    this.#timer ??= setTimeout(() => void this.flush(), BATCH_MS);
  }

  async #send(batch: WaitingBatch): Promise<void> {
    const person = this.options.person();
    if (person === undefined) return;
    const { stored } = this.options;
    try {
      await this.options.send(batch, stored.visitOf(person, this.options.size));
    } catch (error) {
      // It is sent by a later page; what the server refuses for good is not sent again.
      if (!isFault(error) || error.status >= 500 || error.status === 429) return;
    }
    stored.forget(batch.id);
  }
}
