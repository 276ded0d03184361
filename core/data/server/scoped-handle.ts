import type { IsolationLevel, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DatabaseLog } from './database-log.ts';
import { asDatabaseFault, isRetryable, NestedTransaction } from './database-faults.ts';
import type { QuietMoments } from './quiet-moments.ts';
import type { Opening } from './scoped-dialect.ts';
import { openingWith } from './scoped-dialect.ts';
import type { OpenTransaction, TransactionScope } from './transactions.ts';
import { currentTransaction, describeScope, mayOnlyRead, settle, within } from './transactions.ts';

/** Isolation and access of a transaction. PostgreSQL's default, read committed, when absent. */
export interface TransactionOptions {
  readonly isolation?: IsolationLevel;
}

/** State that all handles of one database share. */
export interface HandleSource {
  readonly kysely: Kysely<never>;
  readonly log: DatabaseLog;
  readonly moments: QuietMoments;
}

/**
 * A door to the database that works for one scope. Rows of other teams are neither seen nor written: the database
 * itself refuses (forced row-level security), whatever the query forgets.
 */
export class ScopedHandle<Tables> {
  readonly #source: HandleSource;
  readonly #scope: TransactionScope;

  constructor(source: HandleSource, scope: TransactionScope) {
    this.#source = source;
    this.#scope = scope;
  }

  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Inside an open transaction
   * of the same scope it joins that one, and a failure then rolls the whole back. `work` runs a second time when the
   * database chose the transaction as the loser of a deadlock.
   * @throws NestedTransaction when a transaction of another scope is open in this chain of calls.
   * @throws Fault DATABASE_UNAVAILABLE, DATABASE_BUSY or DISK_FULL, all 503; NOT_FOUND when the team has ended.
   */
  async transaction<T>(work: (database: Kysely<Tables>) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const current = currentTransaction();
    if (current !== undefined) return this.#join(current, work);
    return this.#source.moments.during(() => this.#run(work, options));
  }

  async #run<T>(work: (database: Kysely<Tables>) => Promise<T>, options: TransactionOptions): Promise<T> {
    try {
      return await this.#attempt(work, options);
    } catch (error) {
      // The loser of a deadlock has no locks any more, so the winner is through when it comes again.
      if (!isRetryable(error)) throw asDatabaseFault(error);
      this.#source.log.info({ err: error, scope: describeScope(this.#scope) }, 'a transaction is tried again');
    }
    return this.#attempt(work, options).catch((error: unknown) => {
      throw asDatabaseFault(error);
    });
  }

  async #attempt<T>(work: (database: Kysely<Tables>) => Promise<T>, options: TransactionOptions): Promise<T> {
    const { kysely, log } = this.#source;
    if ('reason' in this.#scope) log.debug({ reason: this.#scope.reason }, 'system access to the database');
    const opened: OpenTransaction[] = [];
    try {
      const builder =
        options.isolation === undefined
          ? kysely.transaction()
          : kysely.transaction().setIsolationLevel(options.isolation);
      const answer = await openingWith(openingOf(this.#scope), () =>
        builder.execute(async handle => {
          const transaction: OpenTransaction = {
            owner: this.#source,
            scope: this.#scope,
            handle,
            callbacks: [],
            closing: [],
            ending: undefined,
            open: true,
            failure: undefined,
          };
          opened.push(transaction);
          if (mayOnlyRead()) await sql`set transaction read only`.execute(handle);
          const result = await within(transaction, () => work(handle as unknown as Kysely<Tables>));
          if (transaction.failure !== undefined) throw transaction.failure.error;
          for (let next = transaction.closing.shift(); next !== undefined; next = transaction.closing.shift())
            await within(transaction, next);
          if (transaction.ending !== undefined) await within(transaction, transaction.ending);
          return result;
        }),
      );
      for (const each of opened) {
        each.open = false;
        settle(each, log);
      }
      return answer;
    } finally {
      for (const each of opened) each.open = false;
    }
  }

  async #join<T>(current: OpenTransaction, work: (database: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (current.owner !== this.#source || !sameScope(current.scope, this.#scope)) {
      throw new NestedTransaction(describeScope(this.#scope), describeScope(current.scope));
    }
    try {
      return await work(current.handle as unknown as Kysely<Tables>);
    } catch (error) {
      current.failure ??= { error };
      throw error;
    }
  }
}

/** A handle that sees the rows of one team only. */
export class TenantDb<Tables = unknown> extends ScopedHandle<Tables> {
  readonly teamId: number;

  constructor(source: HandleSource, teamId: number) {
    if (!Number.isInteger(teamId) || teamId < 1 || teamId > 2_147_483_647)
      throw new TypeError(`${String(teamId)} is not a team id.`);
    super(source, { teamId });
    this.teamId = teamId;
  }
}

/** A handle that sees the rows of every team. Each use is logged with its reason. */
export class SystemDb<Tables = unknown> extends ScopedHandle<Tables> {
  readonly reason: string;

  constructor(source: HandleSource, reason: string) {
    if (reason.trim() === '') throw new TypeError('Access across teams needs a reason.');
    super(source, { reason });
    this.reason = reason;
  }
}

function openingOf(scope: TransactionScope): Opening {
  return 'teamId' in scope ? { role: 'loupe_tenant', team: String(scope.teamId) } : { role: 'loupe_system', team: '' };
}

function sameScope(one: TransactionScope, other: TransactionScope): boolean {
  return 'teamId' in one ? 'teamId' in other && one.teamId === other.teamId : 'reason' in other;
}
