import type { Disposable } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { ItemTables } from '../items-tables.ts';
import { forgetChanges } from './change-records.ts';

const HOUR_MS = 3_600_000;

/** Forgets every hour what items had before changes that can't be taken back any more. */
export class ChangeForgetting implements Disposable {
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly database: Database) {
    // What an hour leaves is done in the next one, as is what fails.
    this.#timer = setInterval(() => void this.forget().catch(() => undefined), HOUR_MS);
    this.#timer.unref();
  }

  /** Forgets all that is old, some at a time. */
  async forget(): Promise<void> {
    const system = this.database.system<ItemTables>('forget old changes of items');
    for (let more = true; more;) more = await system.transaction(trx => forgetChanges(trx));
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}
