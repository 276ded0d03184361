import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { RowDigest } from './row-digest.ts';
import type { CatalogueColumn, CatalogueTable } from './table-catalogue.ts';
import { holdsJson, nameOfTable } from './table-catalogue.ts';

/**
 * The form of rows in an archive. In layout 1 a JSON null reads like no value; since layout 2 a column of JSON is a
 * text, so that the two differ.
 */
export type RowLayout = 1 | 2;

/** Digest of a table's contents: its rows and their digest, the same on every database that holds the same rows. */
export interface TableDigest {
  readonly name: string;
  readonly rows: number;
  readonly digest: string;
}

const SMALL_BYTES = 1_000_000;
const LARGE_BYTES = 8_000_000;
const MOST_ROWS = 2_000;

/** Makes rows read the same everywhere; for the beginning of a transaction that dumps. */
export async function settleTextForm<Tables>(database: Kysely<Tables>): Promise<void> {
  await sql`set local timezone to 'UTC'`.execute(database);
  await sql`set local datestyle to 'ISO'`.execute(database);
  await sql`set local intervalstyle to 'iso_8601'`.execute(database);
}

/**
 * Yields the rows of a table as JSON texts of one line each, and adds them to `digest`. Rows are fetched a few
 * megabytes at a time. Needs an open transaction.
 */
export async function* dumpTable<Tables>(
  database: Kysely<Tables>,
  table: CatalogueTable,
  digest: RowDigest,
  layout: RowLayout,
): AsyncGenerator<string> {
  const selected = (each: CatalogueColumn): RawBuilder<unknown> =>
    layout > 1 && holdsJson(each) ? sql`${sql.ref(each.name)}::text as ${sql.ref(each.name)}` : sql.ref(each.name);
  await sql`declare dump no scroll cursor for select row_to_json(r)::text as row from (select ${sql.join(table.columns.map(selected))} from ${sql.id(table.schema, table.table)}) r`.execute(
    database,
  );
  let count = 10;
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.raw(String(count))} from dump`.execute(database);
    if (rows.length === 0) break;
    let bytes = 0;
    for (const each of rows) {
      // In layout 1 columns of type json keep their line breaks; in JSON a break is only ever a space.
      const row = each.row.replace(/[\r\n]+/g, ' ');
      bytes += row.length;
      digest.add(row);
      yield row;
    }
    if (bytes < SMALL_BYTES) count = Math.min(MOST_ROWS, count * 2);
    else if (bytes > LARGE_BYTES) count = Math.max(1, Math.floor(count / 4));
  }
  await sql`close dump`.execute(database);
}

/** Returns the digests of all rows of the tables. Needs an open transaction. */
export async function digestTables<Tables>(
  database: Kysely<Tables>,
  tables: readonly CatalogueTable[],
  layout: RowLayout,
): Promise<readonly TableDigest[]> {
  await settleTextForm(database);
  const digests: TableDigest[] = [];
  for (const table of tables) {
    const digest = new RowDigest();
    const rows = dumpTable(database, table, digest, layout);
    while (!(await rows.next()).done);
    digests.push({ name: nameOfTable(table), rows: digest.rows, digest: digest.text });
  }
  return digests;
}
