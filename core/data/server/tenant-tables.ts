import type { CreateTableBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';

/** Roles of the transactions: one team's rows, and everybody's rows. Nobody can log in as them. */
export const TENANT_ROLE = 'loupe_tenant';
export const SYSTEM_ROLE = 'loupe_system';

/** Privilege of a team's transaction on a table that belongs to no team. */
export type TablePrivilege = 'select' | 'insert' | 'update' | 'delete';

type Columns = (table: CreateTableBuilder<string, 'id' | 'team_id'>) => CreateTableBuilder<string, string>;

/**
 * For migrations: makes a table that belongs to a team. It has `id` (identity, primary key), `team_id`, the pair as a
 * unique key for composite foreign keys `(team_id, item_id)`, the columns that `columns` adds, and forced row-level
 * security. `table` is `schema.table`.
 */
export async function tenantTable<Tables>(database: Kysely<Tables>, table: string, columns: Columns): Promise<void> {
  const started = database.schema
    .createTable(table)
    .addColumn('id', 'integer', column => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('team_id', 'integer', column => column.notNull())
    .addUniqueConstraint(`${table.split('.').at(-1)}_team_key`, ['team_id', 'id']);
  await columns(started).execute();
  await forceRowSecurity(database, table);
}

/**
 * For migrations: lets transactions of a team see and write that team's rows of `table` only, also for the table's
 * owner. The table must have a column `team_id integer`. Transactions of the system see every row.
 */
export async function forceRowSecurity<Tables>(database: Kysely<Tables>, table: string): Promise<void> {
  const name = sql.table(table);
  const own = sql`team_id = nullif(current_setting('app.team', true), '')::int`;
  await sql`alter table ${name} enable row level security`.execute(database);
  await sql`alter table ${name} force row level security`.execute(database);
  await sql`create policy team on ${name} to ${sql.id(TENANT_ROLE)} using (${own}) with check (${own})`.execute(
    database,
  );
  // Not simply `true`: policies also hold for members of their role, and the login user is one.
  const system = sql`current_user = ${sql.lit(SYSTEM_ROLE)}`;
  await sql`create policy system on ${name} to ${sql.id(SYSTEM_ROLE)} using (${system}) with check (${system})`.execute(
    database,
  );
  await sql`grant select, insert, update, delete on ${name} to ${sql.id(TENANT_ROLE)}`.execute(database);
  // A later migration of the same run may change rows, before the schema is opened to the system.
  await sql`grant usage on schema ${sql.id(table.split('.')[0]!)} to ${sql.id(SYSTEM_ROLE)}`.execute(database);
  await sql`grant select, insert, update, delete on ${name} to ${sql.id(SYSTEM_ROLE)}`.execute(database);
}

/**
 * For migrations: opens a table that belongs to no team (users, catalogues) to transactions of teams. Without it they
 * get "permission denied": what crosses teams is reached through the system handle.
 */
export async function shareTable<Tables>(
  database: Kysely<Tables>,
  table: string,
  privileges: readonly TablePrivilege[],
): Promise<void> {
  await sql`grant ${sql.raw(privileges.join(', '))} on ${sql.table(table)} to ${sql.id(TENANT_ROLE)}`.execute(database);
}

/**
 * For migrations that change rows: forced row-level security hides them even from the owner, so `work` runs as the
 * system.
 */
export async function withAllRows<Tables, T>(
  database: Kysely<Tables>,
  work: (database: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  await sql`set local role ${sql.id(SYSTEM_ROLE)}`.execute(database);
  const answer = await work(database);
  await sql`reset role`.execute(database);
  return answer;
}

/** Tables with a `team_id` that lack forced row-level security, as `schema.table`. Must be none. */
export async function unprotectedTables<Tables>(database: Kysely<Tables>): Promise<readonly string[]> {
  const found = await sql<{ name: string }>`
    select n.nspname || '.' || c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
    order by 1`.execute(database);
  return found.rows.map(each => each.name);
}
