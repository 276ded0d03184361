import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, freshDatabase } from '#tests/support/database.ts';
import { poolOf } from '../database-pool.ts';
import type { Database } from '../index.ts';
import { silentLog } from '../index.ts';
import { StatisticsUpkeep } from './statistics-upkeep.ts';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await freshDatabase('pglite', { areas: false }));
}, DATABASE_TIMEOUT_MS);

afterAll(() => drop());

it('should count the rows of a table again after much was written to it, and not after little', async () => {
  const pool = poolOf(database);
  const upkeep = new StatisticsUpkeep(pool, work => database.step(work), silentLog);
  const rowsOf = async (table: string): Promise<number> =>
    (await pool.query<{ rows: number }>('select reltuples as rows from pg_class where relname = $1', [table])).rows[0]!
      .rows;
  try {
    await pool.query('create table "Much" (id int primary key); create table little (id int primary key)');
    await pool.query('insert into little select generate_series(1, 900)');
    await pool.query('insert into "Much" select generate_series(1, 5000)');
    expect(await upkeep.look()).toEqual(['public."Much"']);
    expect([await rowsOf('Much'), await rowsOf('little')]).toEqual([5000, -1]);
    await pool.query('insert into "Much" select generate_series(5001, 6500)');
    expect(await upkeep.look()).toEqual([]);
    await pool.query('delete from "Much" where id > 4000');
    expect(await upkeep.look()).toEqual(['public."Much"']);
    expect(await rowsOf('Much')).toBe(4000);
  } finally {
    await upkeep.stop();
  }
});
