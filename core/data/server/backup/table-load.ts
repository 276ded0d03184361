import type { Readable } from 'node:stream';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { SYSTEM_ROLE } from '../tenant-tables.ts';
import type { CatalogueColumn, CatalogueSequence, CatalogueTable } from './table-catalogue.ts';
import { holdsJson } from './table-catalogue.ts';
import type { RowLayout } from './table-dump.ts';

const BATCH_BYTES = 4_000_000;
const BATCH_ROWS = 2_000;

interface ForeignKey {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Runs `load` with foreign keys taken away and triggers silent, then puts them back, which checks every row: tables may
 * be filled in any order, also where they refer to each other. `load` runs as the system, which sees all rows.
 */
export async function withoutConstraints<Tables>(
  database: Kysely<Tables>,
  tables: readonly CatalogueTable[],
  load: () => Promise<void>,
): Promise<void> {
  const schemas = [...new Set(tables.map(each => each.schema))];
  await sql`reset role`.execute(database);
  const keys =
    schemas.length === 0
      ? []
      : (
          await sql<ForeignKey>`
    select n.nspname as schema, c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname in (${sql.join(schemas)}) order by 1, 2, 3`.execute(
            database,
          )
        ).rows;
  for (const each of keys)
    await sql`alter table ${sql.id(each.schema, each.table)} drop constraint ${sql.id(each.name)}`.execute(database);
  for (const each of tables)
    await sql`alter table ${sql.id(each.schema, each.table)} disable trigger user`.execute(database);

  await sql`set local role ${sql.id(SYSTEM_ROLE)}`.execute(database);
  await load();
  await sql`reset role`.execute(database);

  for (const each of tables)
    await sql`alter table ${sql.id(each.schema, each.table)} enable trigger user`.execute(database);
  for (const each of keys)
    await sql`alter table ${sql.id(each.schema, each.table)} add constraint ${sql.id(each.name)} ${sql.raw(each.definition)}`.execute(
      database,
    );
  await sql`set local role ${sql.id(SYSTEM_ROLE)}`.execute(database);
}

/**
 * Replaces the rows of a table (migrations may have put some there) by those of `source`, one JSON text of `layout` a
 * line.
 */
export async function loadTable<Tables>(
  database: Kysely<Tables>,
  table: CatalogueTable,
  source: Readable,
  layout: RowLayout,
): Promise<void> {
  const name = sql.id(table.schema, table.table);
  const columns = sql.join(table.columns.map(each => sql.ref(each.name)));
  const read = layout === 1 ? readLayout1(table) : readLayout2(table);
  await sql`delete from ${name}`.execute(database);
  const insert = async (rows: readonly string[]): Promise<void> => {
    if (rows.length === 0) return;
    await sql`insert into ${name} (${columns}) overriding system value ${read(`[${rows.join(',')}]`)}`.execute(
      database,
    );
  };
  let batch: string[] = [];
  let bytes = 0;
  for await (const row of linesOf(source)) {
    batch.push(row);
    bytes += row.length;
    if (bytes < BATCH_BYTES && batch.length < BATCH_ROWS) continue;
    await insert(batch);
    batch = [];
    bytes = 0;
  }
  await insert(batch);
}

/** In layout 1 a JSON null of a column that needs a value reads like no value. */
function readLayout1(table: CatalogueTable): (rows: string) => RawBuilder<unknown> {
  const selected = (each: CatalogueColumn): RawBuilder<unknown> =>
    each.required && holdsJson(each) ? sql`coalesce(${sql.ref(each.name)}, 'null')` : sql.ref(each.name);
  const columns = sql.join(table.columns.map(selected));
  return rows =>
    sql`select ${columns} from json_populate_recordset(null::${sql.id(table.schema, table.table)}, ${rows}::json)`;
}

function readLayout2(table: CatalogueTable): (rows: string) => RawBuilder<unknown> {
  const columns = sql.join(
    table.columns.map(each =>
      holdsJson(each) ? sql`${sql.ref(each.name)}::${sql.raw(each.type)}` : sql.ref(each.name),
    ),
  );
  const types = sql.join(
    table.columns.map(each => sql`${sql.ref(each.name)} ${sql.raw(holdsJson(each) ? 'text' : each.type)}`),
  );
  return rows => sql`select ${columns} from json_to_recordset(${rows}::json) as read(${types})`;
}

/** Lines that end with a line feed. Node's readline also breaks at U+2028, which may occur inside a JSON text. */
async function* linesOf(source: Readable): AsyncGenerator<string> {
  source.setEncoding('utf8');
  let rest = '';
  for await (const chunk of source as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    rest += first;
    for (const each of others) {
      yield rest;
      rest = each;
    }
  }
  if (rest !== '') yield rest;
}

export async function setSequences<Tables>(
  database: Kysely<Tables>,
  sequences: readonly CatalogueSequence[],
): Promise<void> {
  for (const { schema, sequence, value, called } of sequences) {
    await sql`select setval(format('%I.%I', ${schema}::text, ${sequence}::text)::regclass, ${value}::bigint, ${called})`.execute(
      database,
    );
  }
}
