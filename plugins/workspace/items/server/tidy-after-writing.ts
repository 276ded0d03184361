import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';

/** After so many written items the database's own counts are far off. */
const MANY = 10_000;
/** Time without writing after which it is done, in milliseconds: nobody waits behind it in the middle of an import. */
const QUIET_MS = 2000;

/**
 * Has the database count its rows again after much was written; the embedded one does so by itself only once an hour,
 * and reads long lists the slow way until then.
 */
export class TidyAfterWriting {
  #written = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param tidy called to run; a failure is its own affair. @param quietMs two seconds when absent */
  constructor(
    private readonly tidy: () => Promise<void>,
    private readonly quietMs = QUIET_MS,
  ) {}

  /** So many items were written. */
  note(items: number): void {
    this.#written += items;
    if (this.#written < MANY) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#written = 0;
      this.#timer = undefined;
      void this.tidy();
    }, this.quietMs);
    this.#timer.unref();
  }

  /** Ends what waits. */
  owner(): Disposable {
    return toDisposable(() => clearTimeout(this.#timer));
  }
}
