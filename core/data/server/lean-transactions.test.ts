import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, freshDatabase } from '#tests/support/database.ts';
import { canRunPostgres } from '#tests/support/postgres-cluster.ts';
import { ENDING, leanTransactions, openingSql } from './lean-transactions.ts';
import { prepareRepeated } from './prepared-statements.ts';

const OPENING = openingSql({ isolation: '', role: 'loupe_tenant', team: '7' });
const SCOPE = `select current_user::text as role, current_setting('app.team', true) as team`;

/** The messages that go to the database, by their first letters as the protocol names them. */
function spiedWrites(client: Client): string[] {
  const sent: string[] = [];
  const { connection } = client as unknown as { connection: Record<string, (...args: readonly unknown[]) => unknown> };
  for (const [name, letter] of Object.entries({ query: 'Q', parse: 'P', sync: 'S', execute: 'E' })) {
    const send = connection[name]!.bind(connection);
    connection[name] = (...args) => {
      const statement =
        (args[0] as { text?: string } | undefined)?.text ?? (typeof args[0] === 'string' ? args[0] : '');
      sent.push(statement === 'begin' || statement === 'commit' || statement === 'rollback' ? statement : letter);
      return send(...args);
    };
  }
  return sent;
}

describe.skipIf(!canRunPostgres())(
  'transactions with fewer ways to PostgreSQL (skipped where it is not installed)',
  () => {
    let made: Awaited<ReturnType<typeof freshDatabase>>;
    let client: Client;
    let other: Client;

    beforeAll(async () => {
      made = await freshDatabase('postgres');
      [client, other] = [new Client({ connectionString: made.url }), new Client({ connectionString: made.url })];
      await client.connect();
      await other.connect();
      await other.query(
        'create schema shop; create table shop.item (id int primary key, name text not null); grant usage on schema shop to loupe_tenant; grant all on shop.item to loupe_tenant',
      );
      leanTransactions(client);
      prepareRepeated(client);
    }, DATABASE_TIMEOUT_MS);

    afterAll(async () => {
      await client.end();
      await other.end();
      await made.drop();
    }, DATABASE_TIMEOUT_MS);

    beforeEach(() => other.query('truncate shop.item'));

    const open = async (): Promise<number> =>
      (
        await other.query<{ count: number }>(
          `select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
        )
      ).rows[0]!.count;
    const stored = async (): Promise<readonly number[]> =>
      (await other.query<{ id: number }>('select id from shop.item order by id')).rows.map(each => each.id);

    it('should run the first statement as the role and the team of the opening, however often it is repeated', async () => {
      for (let turn = 1; turn <= 5; turn++) {
        await client.query(openingSql({ isolation: '', role: 'loupe_tenant', team: String(turn) }));
        const { rows } = await client.query(`${SCOPE} where $1 = $1`, [turn]);
        expect(rows).toEqual([{ role: 'loupe_tenant', team: String(turn) }]);
        await client.query('commit');
      }
    });

    it('should open with the isolation that was asked for', async () => {
      await client.query(
        openingSql({ isolation: ' isolation level repeatable read', role: 'loupe_tenant', team: '7' }),
      );
      const { rows } = await client.query(`select current_setting('transaction_isolation') as level`);
      await client.query('commit');
      expect(rows).toEqual([{ level: 'repeatable read' }]);
    });

    it('should wait once for the opening and the first statement', async () => {
      const sent = spiedWrites(client);
      await client.query(OPENING);
      expect(sent).toEqual([]);
      await client.query('select "id" from shop.item where id = $1', [1]);
      expect(sent.filter(each => each === 'S' || each === 'Q')).toEqual(['S']);
      await client.query('commit');
    });

    it('should send the database nothing for a transaction without a statement', async () => {
      const sent = spiedWrites(client);
      await client.query(OPENING);
      await client.query('commit');
      await client.query(OPENING);
      await client.query('rollback');
      expect(sent).toEqual([]);
    });

    it('should not leave a transaction open that only read', async () => {
      await client.query(OPENING);
      await client.query('select "id" from shop.item');
      await client.query('commit');
      await expect.poll(open).toBe(0);
    });

    it('should send the end of a transaction that only read along with the next opening, and only once', async () => {
      await client.query(OPENING);
      await client.query('select "id" from shop.item');
      const sent = spiedWrites(client);
      await client.query('commit');
      await client.query(OPENING);
      await client.query('select "id" from shop.item');
      expect(sent.filter(each => each === 'commit')).toHaveLength(1);
      expect(sent.filter(each => each === 'S' || each === 'Q')).toHaveLength(1);
      await client.query('commit');
      await expect.poll(open).toBe(0);
    });

    it('should have written before it says so', async () => {
      await client.query(OPENING);
      await client.query('select "id" from shop.item');
      await client.query('insert into shop.item values ($1, $2)', [1, 'one']);
      await client.query('commit');
      expect(await stored()).toEqual([1]);
    });

    it('should have written before it says so when the first statement writes', async () => {
      await client.query(OPENING);
      await client.query('insert into shop.item values ($1, $2) returning "id"', [2, 'two']);
      await client.query('commit');
      expect(await stored()).toEqual([2]);
    });

    it('should undo what was written when it is rolled back', async () => {
      await client.query(OPENING);
      await client.query('insert into shop.item values ($1, $2)', [3, 'three']);
      await client.query('rollback');
      expect(await stored()).toEqual([]);
      expect(await open()).toBe(0);
    });

    it('should commit together with the last statement, however often it is repeated', async () => {
      const sent = spiedWrites(client);
      for (let turn = 1; turn <= 4; turn++) {
        await client.query(OPENING);
        await client.query('insert into shop.item values ($1, $2)', [turn, 'first']);
        sent.length = 0;
        const last = await client.query(`${ENDING}insert into shop.item values ($1, $2) returning "id"`, [
          10 + turn,
          'last',
        ]);
        expect(last.rows).toEqual([{ id: 10 + turn }]);
        expect(sent.filter(each => each === 'S' || each === 'Q' || each === 'commit')).toEqual(['commit', 'S']);
        expect(await stored()).toContain(10 + turn);
        await expect(client.query('select 1')).rejects.toThrow(/has been committed/);
        await client.query('commit');
      }
      expect(await stored()).toEqual([1, 2, 3, 4, 11, 12, 13, 14]);
      expect(sent.filter(each => each === 'commit')).toHaveLength(1);
    });

    it('should commit nothing when the last statement fails', async () => {
      for (let turn = 1; turn <= 4; turn++) {
        await client.query(OPENING);
        await client.query('insert into shop.item values ($1, $2)', [turn, 'first']);
        await expect(client.query(`${ENDING}insert into shop.item values ($1, null)`, [turn + 10])).rejects.toThrow(
          /not-null/,
        );
        await client.query('rollback');
      }
      expect(await stored()).toEqual([]);
      expect(await open()).toBe(0);
    });

    it('should never run a statement whose opening failed', async () => {
      await client.query(openingSql({ isolation: '', role: 'nobody_of_this_name', team: '7' }));
      await expect(client.query('insert into shop.item values ($1, $2)', [4, 'four'])).rejects.toThrow(
        /nobody_of_this_name/,
      );
      await client.query('rollback');
      expect(await stored()).toEqual([]);
      await client.query(OPENING);
      expect((await client.query(SCOPE)).rows).toEqual([{ role: 'loupe_tenant', team: '7' }]);
      await client.query('commit');
    });

    it('should go on after a first statement that fails, also a prepared one', async () => {
      for (let turn = 1; turn <= 4; turn++) {
        await client.query(OPENING);
        await expect(client.query('insert into shop.item values ($1, null)', [turn])).rejects.toThrow(/not-null/);
        await client.query('rollback');
      }
      await client.query(OPENING);
      expect((await client.query('select "id" from shop.item where id > $1', [0])).rows).toEqual([]);
      await client.query('commit');
    });

    it('should scope a text of several statements', async () => {
      await client.query(OPENING);
      const [, second] = (await client.query(`select 1; ${SCOPE}`)) as unknown as readonly {
        readonly rows: readonly unknown[];
      }[];
      await client.query('commit');
      expect(second!.rows).toEqual([{ role: 'loupe_tenant', team: '7' }]);
      expect(await open()).toBe(0);
    });

    it('should leave the connection as it was once the transaction is over', async () => {
      await client.query(OPENING);
      await client.query('select "id" from shop.item');
      await client.query('commit');
      const { rows } = await client.query<{ role: string; team: string | null }>(SCOPE);
      expect(rows[0]!.role).not.toBe('loupe_tenant');
      expect(rows[0]!.team ?? '').toBe('');
    });
  },
);
