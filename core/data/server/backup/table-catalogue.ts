import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** A stored column and its SQL type, as PostgreSQL writes it. */
export interface CatalogueColumn {
  readonly name: string;
  readonly type: string;
  /** True when the column is declared `not null`. */
  readonly required: boolean;
}

/** A table that a backup holds. Names are as in the database, unquoted. */
export interface CatalogueTable {
  readonly schema: string;
  readonly table: string;
  /** Stored columns in their order; generated ones are computed again. */
  readonly columns: readonly CatalogueColumn[];
}

/** A sequence and its present value. */
export interface CatalogueSequence {
  readonly schema: string;
  readonly sequence: string;
  readonly value: string;
  readonly called: boolean;
}

const JSON_TYPES: ReadonlySet<string> = new Set(['json', 'jsonb', 'json[]', 'jsonb[]']);

/** Returns true for columns of JSON, where a JSON null and no value are different things. */
export function holdsJson({ type }: CatalogueColumn): boolean {
  return JSON_TYPES.has(type);
}

/** Tables of the migrator: they say which migrations ran, which the backup says in its own words. */
const BOOKKEEPING = ['kysely_migration', 'kysely_migration_lock'];

/** All tables of the given schemas, ordered by name. */
export async function readTables<Tables>(
  database: Kysely<Tables>,
  schemas: readonly string[],
): Promise<readonly CatalogueTable[]> {
  if (schemas.length === 0) return [];
  const { rows } = await sql<CatalogueTable>`
    select n.nspname as schema, c.relname as table,
      (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull) order by a.attnum), '[]')
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in (${sql.join(schemas)}) and c.relname not in (${sql.join(BOOKKEEPING)})
    order by n.nspname, c.relname`.execute(database);
  return rows;
}

/** Returns the positions of the sequences of the given schemas. */
export async function readSequences<Tables>(
  database: Kysely<Tables>,
  schemas: readonly string[],
): Promise<readonly CatalogueSequence[]> {
  if (schemas.length === 0) return [];
  const { rows } = await sql<{ schema: string; sequence: string }>`
    select n.nspname as schema, c.relname as sequence from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname in (${sql.join(schemas)}) order by n.nspname, c.relname`.execute(database);
  const sequences: CatalogueSequence[] = [];
  for (const each of rows) {
    const state = await sql<{
      value: string;
      called: boolean;
    }>`select last_value::text as value, is_called as called from ${sql.id(each.schema, each.sequence)}`.execute(
      database,
    );
    sequences.push({ ...each, ...state.rows[0]! });
  }
  return sequences;
}

/** A table's name for messages and file names. */
export function nameOfTable({ schema, table }: Pick<CatalogueTable, 'schema' | 'table'>): string {
  return `${schema}.${table}`;
}
