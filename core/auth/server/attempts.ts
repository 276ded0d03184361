import { sql } from 'kysely';
import { Fault } from '#core/base/common/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { AuthTables } from './auth-tables.ts';

interface Rule {
  readonly limit: number;
  readonly minutes: number;
}

/** Failures allowed before a caller must wait (security, section 3): per account and address, and per address. */
const ACCOUNT: Rule = { limit: 5, minutes: 15 };
const ADDRESS: Rule = { limit: 50, minutes: 60 };

const accountKey = (email: string, address: string): string => `account:${email}|${address}`;
const addressKey = (address: string): string => `address:${address}`;

/** Counts failed sign-ins in the database, so that all replicas see one number. */
export class Attempts {
  constructor(private readonly database: Database) {}

  /** Throws RATE_LIMITED with a growing wait when too many failed. */
  async check(email: string, address: string): Promise<void> {
    await this.#check(accountKey(email, address), ACCOUNT);
    await this.#check(addressKey(address), ADDRESS);
  }

  async failed(email: string, address: string): Promise<void> {
    await this.#count(accountKey(email, address), ACCOUNT);
    await this.#count(addressKey(address), ADDRESS);
  }

  async succeeded(email: string, address: string): Promise<void> {
    await this.database.system<AuthTables>('forget failed sign-ins').transaction(trx =>
      trx.deleteFrom('auth.attempt').where('key', '=', accountKey(email, address)).execute());
  }

  /** One minute after the limit, doubling with each further failure, never longer than the window. */
  async #check(key: string, rule: Rule): Promise<void> {
    const row = await this.database.system<AuthTables>('check failed sign-ins').transaction(async trx => {
      const { rows } = await sql<{ count: number; since: number }>`
        select count, extract(epoch from now() - last_at)::int as since from auth.attempt
        where key = ${key} and first_at > now() - make_interval(mins => ${rule.minutes})`.execute(trx);
      return rows[0];
    });
    if (row === undefined || row.count < rule.limit) return;
    const wait = Math.min(rule.minutes * 60, 60 * 2 ** (row.count - rule.limit)) - row.since;
    if (wait <= 0) return;
    throw new Fault('RATE_LIMITED', `Too many requests. Try again in ${wait} seconds.`, { status: 429, details: { retryAfter: wait } });
  }

  async #count(key: string, rule: Rule): Promise<void> {
    await this.database.system<AuthTables>('count a failed sign-in').transaction(trx => sql`
      insert into auth.attempt (key, count, first_at, last_at) values (${key}, 1, now(), now())
      on conflict (key) do update set
        count = case when auth.attempt.first_at > now() - make_interval(mins => ${rule.minutes}) then auth.attempt.count + 1 else 1 end,
        first_at = case when auth.attempt.first_at > now() - make_interval(mins => ${rule.minutes}) then auth.attempt.first_at else now() end,
        last_at = now()`.execute(trx));
  }
}
