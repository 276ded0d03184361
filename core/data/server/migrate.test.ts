import type { Generated, Kysely } from 'kysely';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase, makePostgres } from '#tests/support/database.ts';
import type { Database, MigrationSource } from './index.ts';
import { dataMigrations, forceRowSecurity, openDatabase, silentLog, tenantTable, withAllRows } from './index.ts';

interface Tables {
  'shop.item': { id: Generated<number>; team_id: number; name: string };
}

const step =
  (up: (database: Kysely<unknown>) => Promise<void>): (() => Promise<unknown>) =>
  () =>
    Promise.resolve({ default: { up, down: () => Promise.resolve() } });

const shop: MigrationSource = {
  schema: 'shop',
  migrations: {
    './migrations/0001-items.ts': step(database =>
      tenantTable(database, 'shop.item', table => table.addColumn('name', 'text', column => column.notNull())),
    ),
  },
};

eachDatabase((kind, fresh) => {
  let database: Database;

  beforeAll(async () => {
    database = await fresh({ areas: [shop] });
  }, DATABASE_TIMEOUT_MS);

  const add = (teamId: number, name: string): Promise<unknown> =>
    database
      .tenant<Tables>(teamId)
      .transaction(trx => trx.insertInto('shop.item').values({ team_id: teamId, name }).execute());
  const names = (teamId: number): Promise<string[]> =>
    database
      .tenant<Tables>(teamId)
      .transaction(async trx => (await trx.selectFrom('shop.item').select('name').execute()).map(each => each.name));

  it('should run nothing twice', async () => {
    expect(await database.migrate([shop])).toEqual([]);
  });

  it('should leave a failed schema as it was and name the migration', async () => {
    const broken: MigrationSource = {
      schema: 'broken',
      migrations: {
        'm/0001-good.ts': step(async each => void (await sql`create table broken.one (id int)`.execute(each))),
        'm/0002-bad.ts': step(async each => void (await sql`create table broken.one (id int)`.execute(each))),
      },
    };
    await expect(database.migrate([broken])).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: expect.stringContaining('0002-bad of broken'),
    });
    const tables = await database
      .system('look')
      .transaction(
        async trx =>
          (await sql`select from pg_tables where schemaname = 'broken' and tablename = 'one'`.execute(trx)).rows,
      );
    expect(tables).toEqual([]);
    const corrected: MigrationSource = {
      schema: 'broken',
      migrations: { ...broken.migrations, 'm/0002-bad.ts': step(() => Promise.resolve()) },
    };
    expect(await database.migrate([corrected])).toEqual([
      { schema: 'broken', name: '0001-good' },
      { schema: 'broken', name: '0002-bad' },
    ]);
  });

  it('should leave every schema as it was when the last one fails, after the step before migrations', async () => {
    const first: MigrationSource = {
      schema: 'first',
      migrations: { '0001.ts': step(async each => void (await sql`create table first.one (id int)`.execute(each))) },
    };
    const last: MigrationSource = {
      schema: 'last',
      migrations: { '0001.ts': step(() => Promise.reject(new Error('no'))) },
    };
    const seen: unknown[] = [];
    const before = async (pending: unknown, applied: ReadonlyMap<string, readonly string[]>): Promise<void> => {
      // A backup reads the database at this moment.
      await database.ping();
      seen.push(pending, applied.get('shop'));
    };
    await expect(database.migrate([first, last], { before })).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: expect.stringContaining('0001 of last'),
    });
    expect(seen).toEqual([
      [
        { schema: 'first', name: '0001' },
        { schema: 'last', name: '0001' },
      ],
      ['0001-items'],
    ]);
    const left = (): Promise<unknown[]> =>
      database
        .system('look')
        .transaction(
          async trx => (await sql`select from pg_namespace where nspname in ('first', 'last')`.execute(trx)).rows,
        );
    expect(await left()).toEqual([]);
    const refused = database.migrate([first], { before: () => Promise.reject(new Error('the disk is full')) });
    await expect(refused).rejects.toThrow('the disk is full');
    expect(await left()).toEqual([]);
  });

  it('should refuse a database that a newer version has used, by name', async () => {
    await expect(database.migrate([{ schema: 'shop', migrations: {} }])).rejects.toMatchObject({
      code: 'DATABASE_NEWER',
      message: expect.stringContaining('shop has the migration 0001-items'),
    });
  });

  it('should refuse a table with a team_id that is open to all, by name', async () => {
    const open: MigrationSource = {
      schema: 'open',
      migrations: {
        '0001.ts': step(async each => void (await sql`create table open.door (team_id int)`.execute(each))),
      },
    };
    await expect(database.migrate([open])).rejects.toMatchObject({
      code: 'TABLE_UNPROTECTED',
      message: expect.stringContaining('open.door'),
    });
    const cure: MigrationSource = {
      schema: 'open',
      migrations: { ...open.migrations, '0002.ts': step(each => forceRowSecurity(each, 'open.door')) },
    };
    expect(await database.migrate([cure])).toEqual([
      { schema: 'open', name: '0001' },
      { schema: 'open', name: '0002' },
    ]);
  });

  it('should let a migration change the rows of every team', async () => {
    await add(1, 'one');
    await add(2, 'two');
    const rename: MigrationSource = {
      schema: 'shop',
      migrations: {
        ...shop.migrations,
        '0002-rename.ts': step(each =>
          withAllRows(each, async all => void (await sql`update shop.item set name = upper(name)`.execute(all))),
        ),
      },
    };
    await database.migrate([rename]);
    expect([await names(1), await names(2)]).toEqual([['ONE'], ['TWO']]);
  });

  it('should let a migration change rows of tables that were made in the same run', async () => {
    const at = {
      '0001-sign.ts': step(each => tenantTable(each, 'signs.sign', table => table.addColumn('name', 'text'))),
      '0002-name.ts': step(each =>
        withAllRows(each, async all => void (await sql`update signs.sign set name = 'none'`.execute(all))),
      ),
    };
    expect(await database.migrate([{ schema: 'signs', migrations: at }])).toHaveLength(2);
  });

  it(
    'should run this area’s own tables up, down and up again',
    async () => {
      const other = await fresh();
      const shape = (): Promise<unknown> =>
        other
          .system('look')
          .transaction(
            async trx =>
              (
                await sql`select table_schema, table_name, column_name, data_type, column_default from information_schema.columns where table_schema in ('data', 'pgboss') order by 1, 2, 3`.execute(
                  trx,
                )
              ).rows,
          );
      const before = await shape();
      const own = { schema: 'data', migrations: dataMigrations };
      await other.revertMigrations(own);
      expect(
        await other
          .system('look')
          .transaction(
            async trx =>
              (
                await sql`select from pg_tables where schemaname in ('data', 'pgboss') and tablename not like 'kysely%'`.execute(
                  trx,
                )
              ).rows,
          ),
      ).toEqual([]);
      await other.migrate([own]);
      expect(await shape()).toEqual(before);
    },
    DATABASE_TIMEOUT_MS,
  );

  it('should refuse a module that is no migration, by name', async () => {
    await expect(
      database.migrate([{ schema: 'odd', migrations: { './0001-odd.ts': () => Promise.resolve({}) } }]),
    ).rejects.toThrow(/odd\/0001-odd/);
    await expect(database.migrate([{ schema: 'No Good', migrations: {} }])).rejects.toThrow(/No Good/);
  });

  if (kind === 'postgres') {
    it(
      'should bring up one schema when many processes migrate at once',
      async () => {
        const made = await makePostgres();
        const all = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url: made.url, log: silentLog })));
        const applied = await Promise.all(all.map(each => each.migrate([shop])));
        expect(applied.flat().filter(each => each.schema === 'shop')).toHaveLength(1);
        await Promise.all(all.map(each => each.close()));
        await made.drop();
      },
      DATABASE_TIMEOUT_MS,
    );
  }
});
