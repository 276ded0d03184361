import type { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely';
import { CompiledQuery, PostgresDialect, PostgresDriver } from 'kysely';
import type { Pool } from 'pg';

/** Settings of a transaction that hold from its first statement on, as SQL. */
export interface Opening {
  readonly settings: string;
}

class ScopedDriver extends PostgresDriver {
  readonly #opening: AsyncLocalStorage<Opening>;

  constructor(pool: Pool, opening: AsyncLocalStorage<Opening>) {
    super({ pool });
    this.#opening = opening;
  }

  // One round trip for BEGIN and the team: it halves the cost of a short transaction.
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const opening = this.#opening.getStore();
    if (opening === undefined) return super.beginTransaction(connection, settings);
    const isolation = settings.isolationLevel === undefined ? '' : ` isolation level ${settings.isolationLevel}`;
    const access = settings.accessMode === undefined ? '' : ` ${settings.accessMode}`;
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin${isolation}${access}; ${opening.settings}`));
    } catch (error) {
      // The connection goes back to the pool: it must not take a half-opened transaction along.
      await super.rollbackTransaction(connection);
      throw error;
    }
  }
}

/** Kysely's PostgreSQL dialect whose transactions begin with the settings found in `opening`. */
export class ScopedDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #opening: AsyncLocalStorage<Opening>;

  constructor(pool: Pool, opening: AsyncLocalStorage<Opening>) {
    super({ pool });
    this.#pool = pool;
    this.#opening = opening;
  }

  override createDriver(): Driver {
    return new ScopedDriver(this.#pool, this.#opening);
  }
}
