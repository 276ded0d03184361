import type { BrowserStore } from '#core/base/web/index.ts';
import { randomUuid } from '#core/base/common/index.ts';

/** Beginning of all names that analytics keeps in a browser. */
const PREFIX = 'loupe_analytics';
const VISIT = `${PREFIX}_visit`;
const BATCH = `${PREFIX}_batch_`;
/** Batches kept while the server cannot be reached; the oldest are dropped beyond it. */
const MOST_BATCHES = 50;
/** Milliseconds after which a batch belongs to a page that has gone: no page waits longer before it sends one. */
const LEFT_MS = 60_000;

/** Work of one person in one browser, from the first action to the sign-out. */
export interface Visit {
  readonly id: string;
  /** Window in CSS pixels when the visit began. */
  readonly width: number;
  readonly height: number;
}

export interface WaitingAction {
  readonly name: string;
  readonly project_id: number | null;
  readonly at: string;
}

/** Actions of one team that are sent together. */
export interface WaitingBatch {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly team: number | null;
  readonly actions: readonly WaitingAction[];
}

/** Content of the local storage of a browser: the visit, and actions that wait. */
export class StoredUsage {
  constructor(private readonly store: BrowserStore) {}

  /** Returns the visit of a person. Another person in the same browser begins one of their own, without what waits. */
  visitOf(person: string, size: () => { readonly width: number; readonly height: number }): Visit {
    const known = this.#read<Visit & { readonly person: string }>(VISIT);
    if (known !== undefined && known.person === person) return known;
    this.reset();
    const visit = { id: randomUuid(), ...size(), person };
    this.store.set(VISIT, JSON.stringify(visit));
    return visit;
  }

  keep(batch: WaitingBatch): void {
    this.store.set(`${BATCH}${batch.id}`, JSON.stringify(batch));
    for (const { id } of this.#batches().slice(0, -MOST_BATCHES)) this.forget(id);
  }

  forget(id: string): void {
    this.store.remove(`${BATCH}${id}`);
  }

  /** Returns the batches that earlier pages left behind, the oldest first. */
  left(now: number): readonly WaitingBatch[] {
    return this.#batches().filter(each => each.since < now - LEFT_MS);
  }

  /** Forgets everything, as at sign-out. */
  reset(): void {
    for (const name of this.store.names()) if (name.startsWith(PREFIX)) this.store.remove(name);
  }

  #batches(): readonly WaitingBatch[] {
    return this.store
      .names()
      .filter(each => each.startsWith(BATCH))
      .flatMap(name => this.#read<WaitingBatch>(name) ?? [])
      .sort((one, other) => one.since - other.since);
  }

  #read<T>(name: string): T | undefined {
    try {
      return JSON.parse(this.store.get(name) ?? '') as T;
    } catch {
      return undefined;
    }
  }
}
