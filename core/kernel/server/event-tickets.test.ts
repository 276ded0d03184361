import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '#core/data/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { EventTickets, kernelMigrations } from './index.ts';

const SECRET = Buffer.alloc(32, 7);

eachDatabase((_, fresh) => {
  let database: Database;
  let now: number;
  let one: EventTickets;
  let other: EventTickets;

  beforeAll(async () => {
    database = await fresh({ areas: [{ schema: 'kernel', migrations: kernelMigrations }] });
  }, DATABASE_TIMEOUT_MS);
  beforeEach(() => {
    now = 1_800_000_000_000;
    [one, other] = [new EventTickets(database, SECRET, () => now), new EventTickets(database, SECRET, () => now)];
  });

  it('should take a ticket on any server, but only once', async () => {
    const ticket = { userId: 7, teamId: 3, sessionId: 'some-session' };
    const text = one.issue(ticket);
    expect(await other.redeem(text)).toEqual(ticket);
    expect(await one.redeem(text)).toBeUndefined();
    expect(await other.redeem(text)).toBeUndefined();
  });

  it('should give one of two sockets that come with one ticket at once a place', async () => {
    const text = one.issue({ userId: 7 });
    const answers = await Promise.all([one.redeem(text), other.redeem(text)]);
    expect(answers.filter(each => each !== undefined)).toHaveLength(1);
  });

  it('should refuse a ticket after thirty seconds, also when used ones were forgotten', async () => {
    const [used, late] = [one.issue({ userId: 7 }), one.issue({ userId: 7 })];
    await one.redeem(used);
    now += 31_000;
    await one.trim();
    expect(await one.redeem(used)).toBeUndefined();
    expect(await one.redeem(late)).toBeUndefined();
  });

  it('should refuse a ticket that was changed or signed with another key', async () => {
    const [body, signature] = one.issue({ userId: 7 }).split('.') as [string, string];
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('"userId":7', '"userId":8')).toString(
      'base64url',
    );
    expect(await one.redeem(`${forged}.${signature}`)).toBeUndefined();
    expect(
      await one.redeem(new EventTickets(database, Buffer.alloc(32, 8), () => now).issue({ userId: 7 })),
    ).toBeUndefined();
    for (const text of ['', '.', 'a.b', `${body}.`]) expect(await one.redeem(text)).toBeUndefined();
  });
});
