import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#core/data/server/index.ts';

const OURS = "n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg\\_%'";

/** Everything the database holds besides rows, one line each, sorted: two equal dumps are two equal databases. */
export async function schemaDump(database: Database): Promise<readonly string[]> {
  return database
    .system('schema dump')
    .transaction(async trx => (await Promise.all(QUERIES.map(query => lines(trx, query)))).flat().sort());
}

const QUERIES: readonly string[] = [
  `select format('column %s.%s %s %s %s %s %s', n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid))
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S') and a.attnum > 0 and not a.attisdropped`,
  `select format('table %s.%s %s %s %s %s', n.nspname, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, (select array_agg(each::text order by each::text) from unnest(c.relacl) each))
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  `select format('constraint %s.%s %s %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  `select format('index %s', pg_get_indexdef(i.indexrelid)) from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  `select format('policy %s.%s %s %s %s %s', schemaname, tablename, policyname, roles, qual, with_check) from pg_policies`,
  `select format('trigger %s', pg_get_triggerdef(t.oid)) from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS} and not t.tgisinternal`,
  `select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS} and p.prokind in ('f', 'p') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  `select format('type %s.%s %s', n.nspname, t.typname, t.typtype) from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${OURS} and t.typtype in ('e', 'd', 'c') and not exists (select from pg_class c where c.oid = t.typrelid and c.relkind <> 'c')`,
  `select format('schema %s %s', n.nspname, (select array_agg(each::text order by each::text) from unnest(n.nspacl) each)) from pg_namespace n where ${OURS}`,
];

async function lines(database: Kysely<unknown>, query: string): Promise<readonly string[]> {
  const { rows } = await sql.raw<Record<string, string>>(query).execute(database);
  return rows.map(each => Object.values(each)[0]!);
}
