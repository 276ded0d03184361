import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportedTables, foreignTables, knownTables, namedTables } from './foreign-tables.ts';

const root = join(import.meta.dirname, '../..');

test('should name no table of another plugin or of the core in statements', () => {
  expect(foreignTables(root).map(({ file, table }) => `${file}: ${table}`)).toEqual([]);
});

test('should export no tables from the kit of a plugin', () => {
  expect(exportedTables(root)).toEqual([]);
});

test('should know the tables of plugins and of the core, however a migration makes them', () => {
  expect([...knownTables(root)]).toEqual(
    expect.arrayContaining(['items.item', 'projects.contributor', 'form_rows.row_import', 'auth.person', 'data.job']),
  );
});

test.each([
  ['a join of Kysely', "trx.selectFrom('own.row as row').innerJoin('items.item as item', 'item.id', 'row.item_id');"],
  ['an SQL template', 'sql`select 1 from own.row join items.item as item on item.id = row.item_id`;'],
  ['a table that a variable names', "const table = 'items.item'; sql`select 1 from ${sql.table(table)}`;"],
  ['a question to the catalogue', "sql`select to_regclass('items.item') is not null as present`;"],
  ['the type of a table', "type Trx = Kysely<{ 'items.item': ItemTable }>;"],
])('should find a table in %s', (_, source) => {
  expect([...namedTables('source.ts', source)]).toContain('items.item');
});

test('should read neither comments nor calls and columns that look like a table', () => {
  const source = '/** Like items.item. */ sql`select item.name, items.item(1) from ${itemRows} as item`;';
  expect([...namedTables('source.ts', source)]).toEqual(['item.name']);
});
