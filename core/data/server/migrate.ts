import { basename, extname } from 'node:path';
import type { Migration as KyselyMigration } from 'kysely';
import { Kysely, Migrator, NO_MIGRATIONS } from 'kysely';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { Fault } from '#core/base/common/index.ts';
import { ensureRoles, openSchema } from './database-roles.ts';
import { MigrationDialect, StepDialect } from './migration-dialect.ts';
import { unprotectedTables } from './tenant-tables.ts';

/** One step of a schema. All pending steps of all schemas run in one transaction. */
export interface Migration {
  up(database: Kysely<unknown>): Promise<void>;
  down(database: Kysely<unknown>): Promise<void>;
}

/** The lazy modules of a migrations folder, `import.meta.glob('./migrations/*.ts')`; file names order them. */
export type MigrationModules = Readonly<Record<string, () => Promise<unknown>>>;

/** The migrations of one area or plugin, whose tables live in the PostgreSQL schema of that name. */
export interface MigrationSource {
  readonly schema: string;
  readonly migrations: MigrationModules;
  /** Its migrations may rename the schemas of sources after it. */
  readonly renamesSchemas?: boolean;
}

/** A migration that was run. */
export interface AppliedMigration {
  readonly schema: string;
  readonly name: string;
}

/** Choices of a run of migrations. */
export interface MigrateOptions {
  /**
   * Called before the migrations of a database that was used before, with those that are about to run and those that
   * have run, by schema. When it fails, none of them runs.
   */
  readonly before?: (
    pending: readonly AppliedMigration[],
    applied: ReadonlyMap<string, readonly string[]>,
  ) => Promise<void>;
}

/** A pool, or one connection of it. */
interface Queries {
  query<Row extends QueryResultRow>(text: string): Promise<QueryResult<Row>>;
}

const TABLE = 'kysely_migration';
const LOCK = 3_853_314_791;
/** Schemas asked in one statement: a thousand are too many for the embedded database. */
const AT_ONCE = 50;
const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,47}$/;

/** The names of a source's migrations in their order: file names without folder and ending. */
export function migrationNames(source: MigrationSource): readonly string[] {
  return Object.keys(source.migrations).map(nameOf).sort();
}

/** Names of the migrations that a database has run, by schema. */
export async function readApplied(pool: Queries): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await pool.query<{ schema: string; text: string; name: string }>(
    `select n.nspname as schema, quote_literal(n.nspname) as text, quote_ident(n.nspname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relname = '${TABLE}' and c.relkind = 'r' order by 1`,
  );
  const applied = new Map<string, string[]>(tables.rows.map(({ schema }) => [schema, []]));
  // Many in one question: every plugin with tables has a schema, and a start would wait for each.
  for (let from = 0; from < tables.rows.length; from += AT_ONCE) {
    const asked = tables.rows
      .slice(from, from + AT_ONCE)
      .map(({ text, name }) => `select ${text} as schema, name from ${name}.${TABLE}`);
    const { rows } = await pool.query<{ schema: string; name: string }>(`${asked.join(' union all ')} order by 1, 2`);
    for (const { schema, name } of rows) applied.get(schema)!.push(name);
  }
  return applied;
}

/**
 * Brings every schema to its newest state, in the order of `sources` (foreign keys point to earlier ones).
 * Only one process migrates at a time. All migrations are one transaction: when one fails, the database stays as it was.
 * @throws Fault MIGRATION_FAILED, DATABASE_NEWER or TABLE_UNPROTECTED, each naming the schema.
 */
export async function migrate(
  pool: Pool,
  sources: readonly MigrationSource[],
  exclusive: boolean,
  options: MigrateOptions = {},
): Promise<readonly AppliedMigration[]> {
  for (const { schema } of sources)
    if (!SCHEMA_NAME.test(schema)) throw new TypeError(`"${schema}" is not a schema name.`);
  if (exclusive) return migrateAll(pool, sources, options);
  const guard = await pool.connect();
  try {
    await guard.query('select pg_advisory_lock($1)', [LOCK]);
    return await migrateAll(pool, sources, options);
  } finally {
    await guard.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    guard.release();
  }
}

/**
 * Returns the migrations of `sources` that are not in `known`.
 * @throws Fault DATABASE_NEWER naming one that is known to the database alone.
 */
export function pendingOf(
  known: ReadonlyMap<string, readonly string[]>,
  sources: readonly MigrationSource[],
): readonly AppliedMigration[] {
  return sources.flatMap(source => {
    const { schema } = source;
    const before = known.get(schema) ?? [];
    const names = migrationNames(source);
    const newer = before.find(name => !names.includes(name));
    if (newer !== undefined)
      throw new Fault(
        'DATABASE_NEWER',
        `The database was used by a newer version: ${schema} has the migration ${newer}, which this version does not know. Start the newer version.`,
      );
    return names.filter(name => !before.includes(name)).map(name => ({ schema, name }));
  });
}

/** Takes back all migrations of one schema, for the test "up, down, up". */
export async function revertMigrations(pool: Pool, source: MigrationSource): Promise<void> {
  const { error } = await (await migrator(handleOf(pool), source)).migrateTo(NO_MIGRATIONS);
  if (error !== undefined) throw error;
}

async function migrateAll(
  pool: Pool,
  sources: readonly MigrationSource[],
  { before }: MigrateOptions,
): Promise<readonly AppliedMigration[]> {
  await ensureRoles(pool);
  const known = await readApplied(pool);
  const pending = pendingOf(known, sources);
  if (pending.length === 0) return [];
  if (known.size > 0) await before?.(pending, known);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const applied = await runPending(client, sources, known);
    await client.query('commit');
    return applied;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Runs what is pending in the open transaction of a connection. */
async function runPending(
  client: PoolClient,
  sources: readonly MigrationSource[],
  before: ReadonlyMap<string, readonly string[]>,
): Promise<readonly AppliedMigration[]> {
  const handle = new Kysely<unknown>({ dialect: new StepDialect(client) });
  let known = before;
  const applied: AppliedMigration[] = [];
  for (const source of sources) {
    if (pendingOf(known, [source]).length === 0) continue;
    applied.push(...(await migrateOne(handle, client, source)));
    if (source.renamesSchemas === true) known = await readApplied(client);
  }
  const open = await unprotectedTables(handle);
  if (open.length > 0)
    throw new Fault(
      'TABLE_UNPROTECTED',
      `These tables have a team_id but no forced row-level security: ${open.join(', ')}. Make them with tenantTable() or call forceRowSecurity().`,
    );
  return applied;
}

async function migrateOne(
  handle: Kysely<unknown>,
  client: PoolClient,
  source: MigrationSource,
): Promise<readonly AppliedMigration[]> {
  const { error, results = [] } = await (await migrator(handle, source)).migrateToLatest();
  if (error !== undefined) {
    const failed = results.find(each => each.status === 'Error')?.migrationName ?? 'the set-up';
    throw new Fault(
      'MIGRATION_FAILED',
      `Migration ${failed} of ${source.schema} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  await openSchema(client, source.schema);
  return results
    .filter(each => each.status === 'Success')
    .map(each => ({ schema: source.schema, name: each.migrationName }));
}

function handleOf(pool: Pool): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new MigrationDialect({ pool }) });
}

async function migrator(database: Kysely<unknown>, source: MigrationSource): Promise<Migrator> {
  const migrations: Record<string, KyselyMigration> = {};
  for (const [path, load] of Object.entries(source.migrations)) {
    const module = (await load()) as { readonly default?: Partial<Migration> };
    const { up, down } = module.default ?? {};
    if (up === undefined || down === undefined)
      throw new TypeError(`The migration ${source.schema}/${nameOf(path)} must export { up, down } as default.`);
    migrations[nameOf(path)] = { up, down };
  }
  return new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableSchema: source.schema,
  });
}

function nameOf(path: string): string {
  return basename(path, extname(path));
}
