import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '#core/data/server/index.ts';
import type { Fresh } from '#tests/support/database.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { Attempts } from './attempts.ts';
import { authMigrations } from './index.ts';

eachDatabase((kind, fresh: Fresh) => {
  let database: Database;
  /** Delays the address was given, in milliseconds. */
  let waits: number[];
  let attempts: Attempts;
  const age = (minutes: number) =>
    database
      .system('age attempts')
      .transaction(trx =>
        sql`update auth.attempt set first_at = first_at - make_interval(mins => ${minutes}::int), last_at = last_at - make_interval(mins => ${minutes}::int)`.execute(
          trx,
        ),
      );
  const outcomes = async (tries: readonly Promise<void>[]) =>
    (await Promise.allSettled(tries)).map(each =>
      each.status === 'fulfilled' ? 'counted' : (each.reason as { code: string }).code,
    );

  beforeAll(async () => {
    database = await fresh({ areas: [{ schema: 'auth', migrations: authMigrations }] });
    waits = [];
    let now = 0;
    attempts = new Attempts(
      database,
      async milliseconds => void waits.push(milliseconds),
      () => (now += 1),
    );
  }, DATABASE_TIMEOUT_MS);

  it('should count guesses that come at once: five are checked, the others refused', async () => {
    const found = await outcomes(
      Array.from({ length: 60 }, () => attempts.begin({ email: 'a@x.test', address: '1.1.1.1' })),
    );
    expect(found.filter(each => each === 'counted')).toHaveLength(5);
    expect(found.filter(each => each === 'RATE_LIMITED')).toHaveLength(55);
  });

  it('should allow one more guess after each pause, which doubles', async () => {
    const attempt = { email: 'b@x.test', address: '1.1.1.2' };
    for (let guess = 0; guess < 5; guess++) await attempts.begin(attempt);
    await expect(attempts.begin(attempt)).rejects.toMatchObject({ status: 429, details: { retryAfter: 60 } });
    await age(1);
    await attempts.begin(attempt);
    await expect(attempts.begin(attempt)).rejects.toMatchObject({ details: { retryAfter: 120 } });
    await age(15);
    await attempts.begin(attempt);
  });

  it('should take an attempt back when its password was right', async () => {
    const attempt = { email: 'c@x.test', address: '1.1.1.3' };
    for (let time = 0; time < 70; time++) {
      await attempts.begin(attempt);
      await attempts.succeeded(attempt);
    }
    expect(waits).toEqual([]);
  });

  it('should slow an address down that guesses at many accounts, and lock nobody behind it out', async () => {
    for (let guess = 0; guess < 50; guess++) await attempts.begin({ email: `${guess}@x.test`, address: '1.1.1.4' });
    expect(waits).toEqual([]);
    await attempts.begin({ email: 'colleague@x.test', address: '1.1.1.4' });
    expect(waits).toHaveLength(1);
    await attempts.succeeded({ email: 'colleague@x.test', address: '1.1.1.4' });
    waits.length = 0;
    const flood = await outcomes(
      Array.from({ length: 100 }, (_, guess) => attempts.begin({ email: `flood${guess}@x.test`, address: '1.1.1.4' })),
    );
    expect(flood).toContain('RATE_LIMITED');
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_000);
  });

  it('should forget attempts that no longer count', async () => {
    await age(120);
    await attempts.begin({ email: 'new@x.test', address: '1.1.1.5' });
    await attempts.forgetOld();
    const { rows } = await database
      .system('count attempts')
      .transaction(trx => sql<{ key: string }>`select key from auth.attempt order by key`.execute(trx));
    expect(rows.map(each => each.key)).toEqual(['account:new@x.test|1.1.1.5', 'address:1.1.1.5']);
  });

  it('should keep attempts when the database crashes', async () => {
    const { rows } = await database
      .system('how attempts are kept')
      .transaction(trx =>
        sql<{ kept: string }>`select relpersistence as kept from pg_class where oid = 'auth.attempt'::regclass`.execute(
          trx,
        ),
      );
    expect([kind, rows[0]!.kept]).toEqual([kind, 'p']);
  });
});
