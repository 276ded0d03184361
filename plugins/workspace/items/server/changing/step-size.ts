import type { DatabaseKind } from '#core/data/server/index.ts';

/** Milliseconds that one step may take on the embedded database. */
const TURN_MS = 40;
const FIRST = 100;
const LEAST = 20;

/**
 * Items of one step of a job. The embedded database has one session, which serves nobody else during a step: there,
 * steps are as large as the last one allows, at most `most`. Elsewhere each has `most`.
 */
export class StepSize {
  #items: number;

  constructor(
    private readonly kind: DatabaseKind,
    private readonly most: number,
  ) {
    this.#items = kind === 'pglite' ? Math.min(FIRST, most) : most;
  }

  get items(): number {
    return this.#items;
  }

  /** Notes how long a step of that size took, in milliseconds. */
  took(milliseconds: number): void {
    if (this.kind !== 'pglite') return;
    const fitting = Math.floor((this.#items * TURN_MS) / Math.max(1, milliseconds));
    // Doubles at most, since a short step may have had little to do.
    this.#items = Math.min(this.most, Math.max(LEAST, Math.min(fitting, this.#items * 2)));
  }
}
