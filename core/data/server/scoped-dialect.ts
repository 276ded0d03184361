import type { DatabaseConnection, Driver, TransactionSettings } from 'kysely';
import { CompiledQuery, PostgresDialect, PostgresDriver } from 'kysely';
import type { Pool } from 'pg';
import { AsyncVariable } from '#core/base/server/index.ts';
import { openingSql } from './lean-transactions.ts';
import type { TransactionOpening } from './opening-query.ts';

/** The role and the team that a transaction works for from its first statement on. */
export type Opening = Pick<TransactionOpening, 'role' | 'team'>;

const openings = new AsyncVariable<Opening>();

/** Runs `work`, whose transactions begin with these settings. */
export function openingWith<T>(opening: Opening, work: () => Promise<T>): Promise<T> {
  return openings.run(opening, work);
}

class ScopedDriver extends PostgresDriver {
  // One round trip for BEGIN and the team: it halves the cost of a short transaction.
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const opening = openings.get();
    if (opening === undefined) return super.beginTransaction(connection, settings);
    const isolation = settings.isolationLevel === undefined ? '' : ` isolation level ${settings.isolationLevel}`;
    const access = settings.accessMode === undefined ? '' : ` ${settings.accessMode}`;
    try {
      await connection.executeQuery(CompiledQuery.raw(openingSql({ ...opening, isolation: `${isolation}${access}` })));
    } catch (error) {
      // The connection goes back to the pool: it must not take a half-opened transaction along.
      await super.rollbackTransaction(connection);
      throw error;
    }
  }
}

/** Kysely's PostgreSQL dialect whose transactions begin with the settings given to `openingWith`. */
export class ScopedDialect extends PostgresDialect {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new ScopedDriver({ pool: this.#pool });
  }
}
