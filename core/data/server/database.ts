import { chmodSync, mkdirSync } from 'node:fs';
import type { RawBuilder } from 'kysely';
import { Kysely } from 'kysely';
import type { PoolConfig } from 'pg';
import { Client, Pool, types } from 'pg';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, Fault } from '#core/base/common/index.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { asDatabaseFault } from './database-faults.ts';
import type { DatabaseLog } from './database-log.ts';
import { keepPool } from './database-pool.ts';
import type { EmbeddedDatabase } from './embedded/embedded-database.ts';
import { openFolderDatabase, openMemoryDatabase } from './embedded/embedded-database.ts';
import { StatisticsUpkeep } from './embedded/statistics-upkeep.ts';
import type { AppliedMigration, MigrateOptions, MigrationSource } from './migrate.ts';
import { migrate, revertMigrations } from './migrate.ts';
import { withOwnArea } from './data-migrations.ts';
import type { ListenOptions } from './notifications.ts';
import { Notifications } from './notifications.ts';
import { ScopedDialect } from './scoped-dialect.ts';
import { leanTransactions } from './lean-transactions.ts';
import { prepareRepeated } from './prepared-statements.ts';
import { QuietMoments } from './quiet-moments.ts';
import { SystemDb, TenantDb } from './scoped-handle.ts';
import { currentTransaction } from './transactions.ts';

/**
 * Place of the data. With `url` a PostgreSQL server (15 or newer), else the embedded database in `dataDir` or in
 * memory.
 */
export interface DatabaseOptions {
  readonly dataDir?: string | 'memory';
  readonly url?: string;
  readonly log: DatabaseLog;
  /** Connections to PostgreSQL, 10 when absent. The embedded database has one session. */
  readonly poolSize?: number;
}

export type DatabaseKind = 'pglite' | 'postgres';

/**
 * The embedded database has one session, so steps of background work follow one another. On PostgreSQL they take
 * processors from calls, but no session.
 */
const STEPS = {
  pglite: { atOnce: 1, longestMs: 250, besideCalls: 0.2 },
  postgres: { atOnce: 4, longestMs: 50, besideCalls: 1 },
} as const;

const OLDEST = 150_000;
const INT8 = types.builtins.INT8;

/** The one database of the installation. Rows are reached through `tenant` and `system` only. */
export class Database {
  readonly kind: DatabaseKind;
  readonly #pool: Pool;
  readonly #source: ConstructorParameters<typeof TenantDb>[0];
  readonly #notifications: Notifications;
  readonly #after: () => Promise<void>;
  readonly #upkeep: StatisticsUpkeep | undefined;
  #closing: Promise<void> | undefined;

  constructor(kind: DatabaseKind, config: PoolConfig, log: DatabaseLog, after: () => Promise<void>) {
    const whole: PoolConfig = { ...config, types: { getTypeParser } as PoolConfig['types'] };
    this.kind = kind;
    this.#pool = new Pool(whole);
    // Without a listener a broken idle connection would end the process.
    this.#pool.on('error', error => log.warn({ err: error }, 'an idle database connection broke'));
    // The pool takes its own listener off while a connection is in use: without one its loss would end the process.
    this.#pool.on('connect', client =>
      client.on('error', error => log.debug({ err: error }, 'a database connection broke')),
    );
    if (kind === 'postgres')
      this.#pool.on('connect', client => {
        leanTransactions(client);
        prepareRepeated(client);
      });
    this.#source = {
      kysely: new Kysely<never>({ dialect: new ScopedDialect(this.#pool) }),
      log,
      moments: new QuietMoments(STEPS[kind]),
    };
    this.#notifications = new Notifications(
      this.#pool,
      kind === 'postgres' ? () => new Client({ ...config, keepAlive: true }) : undefined,
      log,
    );
    this.#after = after;
    if (kind === 'pglite') this.#upkeep = new StatisticsUpkeep(this.#pool, work => this.step(work), log);
    keepPool(this, this.#pool);
  }

  /** The handle of one team. `Tables` names the tables: `database.tenant<ItemTables>(3)`. */
  tenant<Tables = unknown>(teamId: number): TenantDb<Tables> {
    return new TenantDb<Tables>(this.#source, teamId);
  }

  /** The handle for work across teams (sign-in, super-admin, queues). `reason` is logged at each use. */
  system<Tables = unknown>(reason: string): SystemDb<Tables> {
    return new SystemDb<Tables>(this.#source, reason);
  }

  /**
   * Runs a step of background work, one or more short transactions, in a moment in which no call is in the middle of
   * its own: after 250 ms in any case on the embedded database, after 50 on PostgreSQL.
   */
  step<T>(work: () => Promise<T>): Promise<T> {
    const { moments } = this.#source;
    // A step within a transaction is a part of it: waiting for its end would never end.
    return currentTransaction() === undefined ? moments.step(work) : work();
  }

  /**
   * Returns how many rows a step should take of `most`: on the embedded database fewer while there are calls, which wait
   * for a whole step that has begun.
   */
  rowsOfStep(most: number): number {
    return this.#source.moments.rowsOfStep(most);
  }

  /** Makes the roles, this area's own tables, and then those of `areas` in the order given. Answers what was run. */
  migrate(areas: readonly MigrationSource[], options?: MigrateOptions): Promise<readonly AppliedMigration[]> {
    return migrate(this.#pool, withOwnArea(areas), this.kind === 'pglite', options);
  }

  /** Takes back all migrations of one area, for tests that run them up, down and up again. */
  revertMigrations(area: MigrationSource): Promise<void> {
    return revertMigrations(this.#pool, area);
  }

  /** Sends a short text to the listeners of `channel` in all processes, once the open transaction commits. */
  notify(channel: string, payload: string): Promise<void> {
    return this.#notifications.send(channel, payload);
  }

  /** Sends a short text to the listeners of `channel` in the other processes, once the open transaction commits. */
  notifyOthers(channel: string, payload: string): Promise<void> {
    return this.#notifications.sendToOthers(channel, payload);
  }

  /** Returns an SQL expression that does the same with a text the statement knows; null for the embedded database. */
  announcement(channel: string, payload: RawBuilder<unknown>): RawBuilder<unknown> {
    return this.#notifications.announcement(channel, payload);
  }

  /** Calls `listener` for every message on `channel`, from this and from other processes. */
  listen(channel: string, listener: (payload: string) => void, options?: ListenOptions): Promise<Disposable> {
    return this.#notifications.listen(channel, listener, options);
  }

  /** Resolves when the database answers. @throws Fault DATABASE_UNAVAILABLE */
  async ping(): Promise<void> {
    try {
      await this.#pool.query('select 1');
    } catch (error) {
      throw asDatabaseFault(error);
    }
  }

  /**
   * Refreshes the planner's statistics of all tables and takes back dead rows, for a database that was just filled.
   * Later the embedded database does it table by table, and PostgreSQL by itself, so nothing happens there.
   */
  async tidy(): Promise<void> {
    if (this.kind === 'pglite') await this.#pool.query('vacuum analyze');
  }

  /** Waits for running transactions and closes everything. Calling it twice is safe. */
  close(): Promise<void> {
    this.#closing ??= (async () => {
      await this.#notifications.close();
      await this.#upkeep?.stop();
      await this.#pool.end();
      await this.#after();
    })();
    return this.#closing;
  }
}

/**
 * Opens the database. It is not migrated yet.
 * @throws Fault DATA_FOLDER_IN_USE, DATABASE_UNAVAILABLE, DATABASE_TOO_OLD or DATABASE_NOT_OPENED.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) return openServer(options.url, options);
  if (options.dataDir === undefined)
    throw new Fault('DATABASE_NOT_NAMED', 'Name a data folder (DATA_DIR) or a database (DATABASE_URL).');
  if (options.dataDir === 'memory') return embedded(await openMemoryDatabase(), options.log, new Disposables());
  return openFolder(options.dataDir, options.log);
}

async function openFolder(folder: string, log: DatabaseLog): Promise<Database> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const held = new Disposables();
  held.add(lockDataFolder(folder));
  try {
    return embedded(await openFolderDatabase(folder, log), log, held);
  } catch (error) {
    held.dispose();
    throw error;
  }
}

function embedded(opened: EmbeddedDatabase, log: DatabaseLog, held: Disposables): Database {
  return new Database('pglite', opened.pool, log, async () => {
    await opened.close();
    held.dispose();
  });
}

/**
 * Milliseconds for which a connection that nothing uses stays open. A new one has no plans and reads the catalogue
 * again, so its first statements take several times as long, just when more of them are needed.
 */
const IDLE_MS = 600_000;

async function openServer(url: string, options: DatabaseOptions): Promise<Database> {
  const config: PoolConfig = {
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'loupe',
    // Compiling a plan takes longer than the longest statements of an application run (0.3 to 0.8 s each).
    onConnect: async client => {
      await client.query('set jit = off');
    },
  };
  const probe = new Client(config);
  probe.on('error', error => options.log.debug({ err: error }, 'a database connection broke'));
  try {
    await probe.connect();
    const { rows } = await probe.query<{ server_version_num: string; server_version: string }>(
      `select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version`,
    );
    if (Number(rows[0]!.server_version_num) < OLDEST)
      throw new Fault(
        'DATABASE_TOO_OLD',
        `PostgreSQL ${rows[0]!.server_version} is too old. Loupe needs version 15 or newer.`,
      );
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(
      'DATABASE_UNAVAILABLE',
      `The database at DATABASE_URL (${placeOf(url)}) cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { status: 503, cause: error },
    );
  } finally {
    await probe.end().catch(() => undefined);
  }
  return new Database('postgres', config, options.log, () => Promise.resolve());
}

/** Host and database of a URL, without its password. */
function placeOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname || 'local socket'}${port === '' ? '' : `:${port}`}${pathname}`;
  } catch {
    return 'not a valid address';
  }
}

/** bigint as a number: counts and sizes stay far below 2^53, and a text would be added up as a text. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid !== INT8 || format === 'binary') return types.getTypeParser(oid, format as 'text');
  return text => {
    const value = Number(text);
    if (!Number.isSafeInteger(value))
      throw new RangeError(`The database answered ${text}, which is too large for a number.`);
    return value;
  };
}
