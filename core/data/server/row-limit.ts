import type { QueryExecutorProvider } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';

/** A table of which a team has a bounded number of rows. */
export interface RowLimit {
  /** With its schema. */
  readonly table: `${string}.${string}`;
  /** True when a deleted row stays and does not count: its `deleted_at` is set then. */
  readonly keepsDeleted?: boolean;
  readonly most: number;
  /** Code of the fault. */
  readonly code: string;
  /** Word for several of them. */
  readonly things: string;
  /** A sentence that says how to get below the limit; otherwise one that advises to delete. */
  readonly remedy?: string;
}

/**
 * Checks that a team can have one row more, until the end of the transaction: two that are added at the same time count
 * each other. The transaction sees the rows of the team only.
 * @throws Fault `code` (422) with the limit
 */
export async function demandBelowLimit(
  trx: QueryExecutorProvider,
  teamId: number,
  { table, keepsDeleted = false, most, code, things, remedy = 'Delete one that is not needed.' }: RowLimit,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${table}), ${teamId}::int)`.execute(trx);
  const present = keepsDeleted ? sql`where deleted_at is null` : sql``;
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${sql.table(table)} ${present}`.execute(trx);
  if (rows[0]!.count >= most)
    throw new Fault(code, `A team can have ${most} ${things}. ${remedy}`, { status: 422, details: { limit: most } });
}
