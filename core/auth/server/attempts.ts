import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { AuthTables } from './auth-tables.ts';

/** Failures allowed within so many minutes. */
export interface AttemptRule {
  readonly limit: number;
  readonly minutes: number;
}

/** Of an account from one address: what follows is refused for a growing time. */
const ACCOUNT: AttemptRule = { limit: 5, minutes: 15 };
/** Of an address with any accounts: what follows is slowed down. Whoever else is behind the address still gets in. */
const ADDRESS: AttemptRule = { limit: 50, minutes: 60 };

/** Milliseconds between two attempts of an address that is slowed down, and how long one waits at most. */
const STEP = 250;
const LONGEST_WAIT = 5_000;

/** An attempt that was counted and whose outcome is not known. */
export interface Attempt {
  readonly email: string;
  readonly address: string;
}

const accountKey = ({ email, address }: Attempt): string => `account:${email}|${address}`;
const addressKey = ({ address }: Attempt): string => `address:${address}`;

const tooMany = (seconds: number): Fault =>
  new Fault('RATE_LIMITED', `Too many requests. Try again in ${seconds} seconds.`, {
    status: 429,
    details: { retryAfter: seconds },
  });

/**
 * Counts sign-ins in the database, so that all servers see one number. An attempt counts before its password is
 * checked, and no longer once that fits.
 */
export class Attempts {
  /** When the next attempt of an address that is slowed down may go on. */
  readonly #turns = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly sleep: (milliseconds: number) => Promise<unknown> = pause,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Counts an attempt, and waits where its address had too many.
   * @throws Fault RATE_LIMITED (429) with the seconds to wait
   */
  async begin(attempt: Attempt): Promise<void> {
    const { account, address } = await this.#run('count a sign-in', async trx => {
      const counted = await this.#count(trx, accountKey(attempt), ACCOUNT, true);
      // A refused attempt counts for its account alone.
      if (counted.wait > 0) return { account: counted, address: undefined };
      return { account: counted, address: await this.#count(trx, addressKey(attempt), ADDRESS, false) };
    });
    if (address === undefined) throw tooMany(account.wait);
    if (address.count > ADDRESS.limit) await this.#slowDown(attempt);
  }

  /**
   * Counts an attempt under a key of its own, whatever address it comes from: a code, or a mail to somebody.
   * @throws Fault RATE_LIMITED (429) with the seconds to wait
   */
  async beginStep(key: string, rule: AttemptRule = ACCOUNT): Promise<void> {
    const { wait } = await this.#run('count a step of a sign-in', trx => this.#count(trx, key, rule, true));
    if (wait > 0) throw tooMany(wait);
  }

  /** Forgets the attempts under a key: the code was right. */
  async stepSucceeded(key: string): Promise<void> {
    await this.#run('take back a step of a sign-in that succeeded', trx =>
      trx.deleteFrom('auth.attempt').where('key', '=', key).execute(),
    );
  }

  /** Takes an attempt back: its password was right. */
  async succeeded(attempt: Attempt): Promise<void> {
    await this.#run('take back a sign-in that succeeded', trx =>
      trx
        .with('account', all => all.deleteFrom('auth.attempt').where('key', '=', accountKey(attempt)))
        .updateTable('auth.attempt')
        .set(({ eb }) => ({ count: eb('count', '-', 1) }))
        .where('key', '=', addressKey(attempt))
        .where('count', '>', 0)
        .execute(),
    );
  }

  /** Forgets attempts that no longer count. */
  async forgetOld(): Promise<void> {
    await this.#run('forget old sign-ins', trx =>
      sql`delete from auth.attempt where last_at < now() - make_interval(mins => ${Math.max(ACCOUNT.minutes, ADDRESS.minutes)})`.execute(
        trx,
      ),
    );
    for (const [address, next] of this.#turns) if (next < this.now()) this.#turns.delete(address);
  }

  /**
   * Adds one in a single statement; attempts at once are counted one after the other. With `locks`, a key that has
   * reached its limit is locked for a minute, doubling with each further failure up to the window, and an attempt
   * within that time is not counted.
   */
  async #count(
    trx: Kysely<AuthTables>,
    key: string,
    { limit, minutes }: AttemptRule,
    locks: boolean,
  ): Promise<{ readonly count: number; readonly wait: number }> {
    const id = randomUUID();
    const fresh = sql`attempt.first_at > now() - make_interval(mins => ${minutes}::int)`;
    const end = sql`attempt.last_at + make_interval(secs => least(${minutes * 60}::int, 60 * power(2, least(greatest(attempt.count - ${limit}::int, 0), 20))))`;
    const open = sql`not (${locks}::boolean and ${fresh} and attempt.count >= ${limit}::int and ${end} > now())`;
    const { rows } = await sql<{ count: number; counted: boolean; wait: number }>`
      insert into auth.attempt as attempt (key, count, first_at, last_at, last_id) values (${key}, 1, now(), now(), ${id}::uuid)
      on conflict (key) do update set
        count = case when ${open} then case when ${fresh} then attempt.count + 1 else 1 end else attempt.count end,
        first_at = case when ${fresh} then attempt.first_at else now() end,
        last_at = case when ${open} then now() else attempt.last_at end,
        last_id = case when ${open} then ${id}::uuid else attempt.last_id end
      returning attempt.count, attempt.last_id = ${id}::uuid as counted, ceil(extract(epoch from ${end} - now()))::int as wait`.execute(
      trx,
    );
    const row = rows[0]!;
    return { count: row.count, wait: row.counted ? 0 : Math.max(1, row.wait) };
  }

  async #slowDown({ address }: Attempt): Promise<void> {
    const now = this.now();
    const turn = Math.max(now, this.#turns.get(address) ?? 0) + STEP;
    if (turn - now > LONGEST_WAIT) throw tooMany(Math.ceil((turn - now) / 1000));
    this.#turns.set(address, turn);
    await this.sleep(turn - now);
  }

  #run<T>(reason: string, work: (trx: Kysely<AuthTables>) => Promise<T>): Promise<T> {
    return this.database.system<AuthTables>(reason).transaction(work);
  }
}
