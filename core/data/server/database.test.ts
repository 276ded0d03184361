import type { Generated, Kysely } from 'kysely';
import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase, makePostgres } from '#tests/support/database.ts';
import type { Database, MigrationSource } from './index.ts';
import {
  asUniqueViolation,
  beforeCommit,
  NestedTransaction,
  onCommit,
  openDatabase,
  shareTable,
  silentLog,
  tenantTable,
  unprotectedTables,
} from './index.ts';

interface Tables {
  'shop.item': { id: Generated<number>; team_id: number; name: string };
  'shop.part': { id: Generated<number>; team_id: number; item_id: number };
  'shop.currency': { code: string };
  'shop.secret': { code: string };
}

const shop: MigrationSource = {
  schema: 'shop',
  migrations: {
    './migrations/0001-items.ts': () =>
      Promise.resolve({
        default: {
          async up(database: Kysely<unknown>) {
            await tenantTable(database, 'shop.item', table =>
              table
                .addColumn('name', 'text', column => column.notNull())
                .addUniqueConstraint('item_name_key', ['team_id', 'name']),
            );
            await tenantTable(database, 'shop.part', table =>
              table
                .addColumn('item_id', 'integer', column => column.notNull())
                .addForeignKeyConstraint('part_item_fkey', ['team_id', 'item_id'], 'shop.item', ['team_id', 'id']),
            );
            await sql`create table shop.currency (code text primary key)`.execute(database);
            await sql`create table shop.secret (code text primary key)`.execute(database);
            await shareTable(database, 'shop.currency', ['select']);
            await sql`insert into shop.currency values ('EUR')`.execute(database);
          },
          async down(database: Kysely<unknown>) {
            for (const each of ['part', 'item', 'currency', 'secret'])
              await database.schema.dropTable(`shop.${each}`).execute();
          },
        },
      }),
  },
};

eachDatabase((kind, fresh) => {
  let database: Database;

  beforeAll(async () => {
    database = await fresh({ areas: [shop] });
  }, DATABASE_TIMEOUT_MS);

  beforeEach(async () => {
    await database.system<Tables>('clean up').transaction(async trx => {
      await trx.deleteFrom('shop.part').execute();
      await trx.deleteFrom('shop.item').execute();
    });
  });

  const add = (teamId: number, name: string): Promise<number> =>
    database
      .tenant<Tables>(teamId)
      .transaction(
        async trx =>
          (
            await trx
              .insertInto('shop.item')
              .values({ team_id: teamId, name })
              .returning('id')
              .executeTakeFirstOrThrow()
          ).id,
      );
  const names = (teamId: number): Promise<string[]> =>
    database
      .tenant<Tables>(teamId)
      .transaction(async trx =>
        (await trx.selectFrom('shop.item').select('name').orderBy('name').execute()).map(each => each.name),
      );

  describe('teams', () => {
    it('should show a team its own rows only', async () => {
      await add(1, 'one');
      await add(2, 'two');
      expect(await names(1)).toEqual(['one']);
      expect(await names(2)).toEqual(['two']);
    });

    it('should refuse to write a row of another team', async () => {
      await expect(
        database
          .tenant<Tables>(1)
          .transaction(trx => trx.insertInto('shop.item').values({ team_id: 2, name: 'x' }).execute()),
      ).rejects.toThrow(/row-level security/);
      expect(await names(2)).toEqual([]);
    });

    it('should refuse to move a row into another team', async () => {
      await add(1, 'one');
      await expect(
        database.tenant<Tables>(1).transaction(trx => trx.updateTable('shop.item').set({ team_id: 2 }).execute()),
      ).rejects.toThrow(/row-level security/);
      expect(await names(1)).toEqual(['one']);
    });

    it('should change and delete no row of another team', async () => {
      const id = await add(1, 'one');
      const changed = await database
        .tenant<Tables>(2)
        .transaction(trx =>
          trx.updateTable('shop.item').set({ name: 'stolen' }).where('id', '=', id).executeTakeFirst(),
        );
      const deleted = await database
        .tenant<Tables>(2)
        .transaction(trx => trx.deleteFrom('shop.item').where('id', '=', id).executeTakeFirst());
      expect([changed.numUpdatedRows, deleted.numDeletedRows]).toEqual([0n, 0n]);
      expect(await names(1)).toEqual(['one']);
    });

    it('should refuse a reference to another team’s row', async () => {
      const id = await add(1, 'one');
      await expect(
        database
          .tenant<Tables>(2)
          .transaction(trx => trx.insertInto('shop.part').values({ team_id: 2, item_id: id }).execute()),
      ).rejects.toThrow(/part_item_fkey/);
    });

    it('should forget the team when the transaction ends, also when it fails', async () => {
      await add(1, 'one');
      await database
        .tenant(1)
        .transaction(() => Promise.reject(new Error('no')))
        .catch(() => undefined);
      const seen = await database
        .system('look')
        .transaction(
          async trx =>
            (
              await sql<{
                team: string | null;
                role: string;
              }>`select current_setting('app.team', true) as team, current_user as role`.execute(trx)
            ).rows[0],
        );
      expect(seen?.role).toBe('loupe_system');
      expect(seen?.team ?? '').toBe('');
    });

    it('should keep tables that belong to no team closed unless they are shared', async () => {
      expect(
        await database.tenant<Tables>(1).transaction(trx => trx.selectFrom('shop.currency').select('code').execute()),
      ).toEqual([{ code: 'EUR' }]);
      await expect(
        database.tenant<Tables>(1).transaction(trx => trx.insertInto('shop.currency').values({ code: 'X' }).execute()),
      ).rejects.toThrow(/permission denied/);
      await expect(
        database.tenant<Tables>(1).transaction(trx => trx.selectFrom('shop.secret').selectAll().execute()),
      ).rejects.toThrow(/permission denied/);
    });

    it('should show the system the rows of every team', async () => {
      await add(1, 'one');
      await add(2, 'two');
      const found = await database.system<Tables>('count').transaction(trx =>
        trx
          .selectFrom('shop.item')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      );
      expect(found.count).toBe(2);
    });

    it('should leave no table with a team_id without forced row-level security', async () => {
      expect(await database.system('check').transaction(trx => unprotectedTables(trx))).toEqual([]);
    });

    it('should refuse a number that is no team id', () => {
      expect(() => database.tenant(0)).toThrow(TypeError);
      expect(() => database.tenant(1.5)).toThrow(TypeError);
      expect(() => database.system('  ')).toThrow(/reason/);
    });

    if (kind === 'postgres') {
      it('should not let the login user read rows without a role', async () => {
        await add(1, 'one');
        const seen = await database.system<Tables>('reset').transaction(async trx => {
          await sql`reset role`.execute(trx);
          return trx.selectFrom('shop.item').selectAll().execute();
        });
        expect(seen).toEqual([]);
      });
    }
  });

  describe('transactions', () => {
    it('should roll back everything when the work throws', async () => {
      await expect(
        database.tenant<Tables>(1).transaction(async trx => {
          await trx.insertInto('shop.item').values({ team_id: 1, name: 'one' }).execute();
          throw new Error('changed my mind');
        }),
      ).rejects.toThrow('changed my mind');
      expect(await names(1)).toEqual([]);
    });

    it('should join the open transaction of the same team', async () => {
      await expect(
        database.tenant(1).transaction(async () => {
          await add(1, 'inner');
          throw new Error('outer');
        }),
      ).rejects.toThrow('outer');
      expect(await names(1)).toEqual([]);
    });

    it('should roll the whole back when joined work failed, even if its error was caught', async () => {
      const inner = (): Promise<void> =>
        database.tenant<Tables>(1).transaction(async trx => {
          await trx.insertInto('shop.item').values({ team_id: 1, name: 'half' }).execute();
          throw new Error('inner');
        });
      await expect(database.tenant(1).transaction(() => inner().catch(() => undefined))).rejects.toThrow('inner');
      expect(await names(1)).toEqual([]);
    });

    it('should refuse another team’s handle and the system handle inside an open transaction', async () => {
      await expect(database.tenant(1).transaction(() => add(2, 'x'))).rejects.toThrow(NestedTransaction);
      await expect(
        database.tenant(1).transaction(() => database.system('peek').transaction(() => Promise.resolve())),
      ).rejects.toThrow(/"system: peek".*"team 1"/);
      await expect(database.system('outer').transaction(() => names(1))).rejects.toThrow(NestedTransaction);
    });

    it.each(['40P01', '40001'])(
      'should try a transaction once more that lost against others (%s), and answer 503 when it loses again',
      async code => {
        const losing = (times: number): Promise<number> => {
          let tries = 0;
          return database.tenant(1).transaction(async trx => {
            tries += 1;
            if (tries <= times)
              await sql
                .raw(`do $$ begin raise exception using errcode = '${code}', message = 'lost'; end $$`)
                .execute(trx);
            return tries;
          });
        };
        expect(await losing(1)).toBe(2);
        await expect(losing(2)).rejects.toMatchObject({ code: 'DATABASE_BUSY', status: 503 });
      },
    );

    it('should name a unique violation', async () => {
      await add(1, 'one');
      const error: unknown = await add(1, 'one').catch((reason: unknown) => reason);
      expect(asUniqueViolation(error)?.constraint).toBe('item_name_key');
      expect(asUniqueViolation(new Error('other'))).toBeUndefined();
    });

    it('should answer after a failed statement as if nothing had been', async () => {
      for (let round = 0; round < 5; round++) {
        await expect(database.tenant(1).transaction(trx => sql`select 1 / 0`.execute(trx))).rejects.toThrow(
          /division by zero/,
        );
        await expect(database.tenant(1).transaction(trx => sql`nonsense`.execute(trx))).rejects.toThrow(/syntax/);
      }
      await add(1, 'after');
      expect(await names(1)).toEqual(['after']);
    });

    it('should run many transactions at once without mixing their teams', async () => {
      await Promise.all(Array.from({ length: 40 }, (_, index) => add(1 + (index % 4), `item ${index}`)));
      for (const team of [1, 2, 3, 4]) expect(await names(team)).toHaveLength(10);
    });

    it('should call back after the commit, in order, and let the callback use the database', async () => {
      const calls: string[] = [];
      await database.tenant(1).transaction(async () => {
        onCommit(() => void calls.push('first'));
        onCommit(() => add(2, 'after commit').then(() => void calls.push('second')));
        await add(1, 'one');
        expect(calls).toEqual([]);
      });
      expect(calls[0]).toBe('first');
      await expect.poll(() => calls).toEqual(['first', 'second']);
    });

    it('should not call back when the transaction is rolled back', async () => {
      const calls: string[] = [];
      await database
        .tenant(1)
        .transaction(() => {
          onCommit(() => void calls.push('never'));
          return Promise.reject(new Error('no'));
        })
        .catch(() => undefined);
      expect(calls).toEqual([]);
    });

    it('should do what comes last before the commit, and roll everything back when that fails', async () => {
      const before = await names(1);
      const calls: string[] = [];
      await database.tenant(1).transaction(async () => {
        beforeCommit(async () => {
          calls.push('closing');
          beforeCommit(async () => void calls.push('closing again'));
          await add(1, 'at the end');
        });
        onCommit(() => void calls.push('committed'));
        await add(1, 'meanwhile');
        calls.push('done');
      });
      expect(calls).toEqual(['done', 'closing', 'closing again', 'committed']);
      expect(await names(1)).toEqual([...before, 'meanwhile', 'at the end'].toSorted());
      const refused = database.tenant(1).transaction(async () => {
        beforeCommit(() => Promise.reject(new Error('no')));
        await add(1, 'never');
      });
      await expect(refused).rejects.toThrow('no');
      expect(await names(1)).toHaveLength(before.length + 2);
      expect(() => beforeCommit(() => Promise.resolve())).toThrow('no transaction');
    });

    it('should carry large documents both ways', async () => {
      const text = 'ä'.repeat(3_000_000);
      await add(1, text.slice(0, 1000));
      const back = await database
        .tenant(1)
        .transaction(
          async trx => (await sql<{ text: string }>`select ${text}::text as text`.execute(trx)).rows[0]!.text,
        );
      expect(back === text).toBe(true);
    });

    it('should know the days of a time zone in winter and in summer', async () => {
      const { rows } = await database.system('read times').transaction(trx =>
        sql<{ time: string }>`
          select to_char(at at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as time
          from unnest(array['2026-01-01T03:30Z', '2026-07-01T03:30Z']::timestamptz[]) as given (at) order by at`.execute(
          trx,
        ),
      );
      expect(rows.map(each => each.time)).toEqual(['2025-12-31 22:30', '2026-06-30 23:30']);
    });

    it('should answer counts as numbers and refuse what a number cannot hold', async () => {
      const read = (value: string): Promise<unknown> =>
        database
          .system('read')
          .transaction(
            async trx => (await sql<{ n: number }>`select ${sql.raw(value)}::bigint as n`.execute(trx)).rows[0]!.n,
          );
      expect(await read('9007199254740991')).toBe(9_007_199_254_740_991);
      await expect(read('9007199254740993')).rejects.toThrow(/too large/);
    });
  });

  describe('notifications', () => {
    it('should reach listeners after the commit only', async () => {
      const received: string[] = [];
      const listener = await database.listen('shop', payload => void received.push(payload));
      await database.tenant(1).transaction(async () => {
        await database.notify('shop', 'a');
        expect(received).toEqual([]);
      });
      await database
        .tenant(1)
        .transaction(async () => {
          await database.notify('shop', 'rolled back');
          throw new Error('no');
        })
        .catch(() => undefined);
      await database.notify('shop', 'b');
      await expect.poll(() => received).toEqual(['a', 'b']);
      listener.dispose();
      await database.notify('shop', 'c');
      expect(received).toEqual(['a', 'b']);
    });

    if (kind === 'postgres') {
      it(
        'should reach other processes, also after the listening connection broke',
        async () => {
          const made = await makePostgres();
          const [one, other] = [
            await openDatabase({ url: made.url, log: silentLog }),
            await openDatabase({ url: made.url, log: silentLog }),
          ];
          const received: string[] = [];
          await other.listen('shop', payload => void received.push(payload));
          await one.notify('shop', 'first');
          await expect.poll(() => received).toEqual(['first']);
          const admin = new Client({ connectionString: made.url });
          await admin.connect();
          await admin.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
          );
          await admin.end();
          await expect
            .poll(
              async () => {
                await one.notify('shop', 'again');
                return received.includes('again');
              },
              { timeout: 120_000, interval: 200 },
            )
            .toBe(true);
          await Promise.all([one.close(), other.close()]);
          await made.drop();
        },
        DATABASE_TIMEOUT_MS,
      );
    }

    it('should refuse long payloads and odd channel names', async () => {
      await expect(database.notify('shop', 'x'.repeat(7_001))).rejects.toThrow(/7000/);
      await expect(database.notify('a; drop', '')).rejects.toThrow(/channel name/);
    });
  });
});
