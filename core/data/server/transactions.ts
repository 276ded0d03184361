import type { Kysely } from 'kysely';
import { AsyncVariable } from '#core/base/server/index.ts';
import type { DatabaseLog } from './database-log.ts';

/** Owner of a transaction's work: one team, or the installation as a whole with the reason why. */
export type TransactionScope = { readonly teamId: number } | { readonly reason: string };

/** The transaction that the running chain of calls is in. */
export interface OpenTransaction {
  readonly owner: object;
  readonly scope: TransactionScope;
  readonly handle: Kysely<never>;
  readonly callbacks: (() => unknown)[];
  /** Steps to run last before the commit. */
  readonly closing: (() => Promise<unknown>)[];
  /** The one statement that goes to the database together with the commit, after all those steps. */
  ending: (() => Promise<unknown>) | undefined;
  open: boolean;
  /** Set when joined work failed: the whole transaction must then be rolled back. */
  failure: { readonly error: unknown } | undefined;
}

const openTransaction = new AsyncVariable<OpenTransaction | undefined>();

/** True in a chain of calls whose transactions write nothing. */
const reading = new AsyncVariable<boolean>();

/** Runs `work`; the database refuses writes of all transactions that begin in it (SQLSTATE 25006). */
export function readingOnly<T>(work: () => T): T {
  return reading.run(true, work);
}

/** Returns whether a transaction that begins now may write nothing. */
export const mayOnlyRead = (): boolean => reading.get() === true;

/** The open transaction of this asynchronous chain, if any. */
export function currentTransaction(): OpenTransaction | undefined {
  const current = openTransaction.get();
  return current?.open ? current : undefined;
}

/** Returns whether this asynchronous chain is inside a transaction, which may see what is not committed. */
export const isInTransaction = (): boolean => currentTransaction() !== undefined;

/** The handle of the open transaction that works for a team, if there is one. */
export function transactionOf<Tables>(teamId: number): Kysely<Tables> | undefined {
  const current = currentTransaction();
  return current !== undefined && 'teamId' in current.scope && current.scope.teamId === teamId
    ? (current.handle as unknown as Kysely<Tables>)
    : undefined;
}

/** Runs `work` as part of `transaction`. */
export function within<T>(transaction: OpenTransaction, work: () => Promise<T>): Promise<T> {
  return openTransaction.run(transaction, work);
}

/** Runs `work` as if no transaction were open and writes were allowed, for work that outlives the caller's. */
export function outside<T>(work: () => T): T {
  return openTransaction.run(undefined, () => reading.run(false, work));
}

/**
 * Calls back once the open transaction has been committed, and never when it is rolled back.
 * Outside of a transaction there is nothing to wait for, so it is called at once. Its errors are logged, not thrown.
 */
export function onCommit(callback: () => unknown): void {
  const current = currentTransaction();
  if (current === undefined) {
    callback();
    return;
  }
  current.callbacks.push(callback);
}

/**
 * Does something at the end of the open transaction, when all other work in it is done. When it fails, the transaction
 * is rolled back.
 * @throws Error when no transaction is open
 */
export function beforeCommit(work: () => Promise<unknown>): void {
  const current = currentTransaction();
  if (current === undefined) throw new Error('There is no transaction whose end could be waited for.');
  current.closing.push(work);
}

/**
 * Does one statement, which `ENDING` begins, as the very last of the open transaction: it goes to PostgreSQL together
 * with the commit, so that others wait for what it locks no longer than the database takes. When it fails, the
 * transaction is rolled back.
 * @throws Error when no transaction is open, or it has such a statement already
 */
export function withCommit(statement: () => Promise<unknown>): void {
  const current = currentTransaction();
  if (current === undefined) throw new Error('There is no transaction to commit.');
  if (current.ending !== undefined) throw new Error('The transaction has a last statement already.');
  current.ending = statement;
}

/** Runs the callbacks of a committed transaction, in the order they were given. */
export function settle(transaction: OpenTransaction, log: DatabaseLog): void {
  const report = (error: unknown): void => log.error({ err: error }, 'work after a commit failed');
  outside(() => {
    for (const each of transaction.callbacks) {
      try {
        const outcome = each();
        if (outcome instanceof Promise) outcome.catch(report);
      } catch (error) {
        report(error);
      }
    }
  });
}

/** A scope in words, for faults and logs. */
export function describeScope(scope: TransactionScope): string {
  return 'teamId' in scope ? `team ${scope.teamId}` : `system: ${scope.reason}`;
}
