import type {
  DatabaseConnection,
  DatabaseIntrospector,
  Driver,
  Kysely,
  PostgresPool,
  SchemaMetadata,
  TableMetadata,
} from 'kysely';
import {
  CompiledQuery,
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  PostgresDialect,
  PostgresDriver,
  sql,
} from 'kysely';
import type { PoolClient } from 'pg';

/**
 * PostgreSQL as the migrator sees it: of all tables, only its own. The migrator lists the tables twice for each schema
 * to find out if its own are there, and the list of every column of the product took a quarter of a first start.
 */
export class MigrationDialect extends PostgresDialect {
  override createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new MigrationTables(database);
  }
}

/** The dialect of migrations on one connection whose transaction is open: their own transactions are parts of it. */
export class StepDialect extends MigrationDialect {
  readonly #pool: PostgresPool;

  constructor(client: PoolClient) {
    const pool = poolOfOne(client);
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new StepDriver({ pool: this.#pool });
  }
}

class StepDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('savepoint migrations'));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('release savepoint migrations'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback to savepoint migrations'));
  }
}

/** Returns a pool that has one connection, which its owner releases. */
function poolOfOne(client: PoolClient): PostgresPool {
  const borrowed = { query: client.query.bind(client), release: () => undefined };
  return { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve() } as unknown as PostgresPool;
}

class MigrationTables implements DatabaseIntrospector {
  constructor(private readonly database: Kysely<unknown>) {}

  async getSchemas(): Promise<SchemaMetadata[]> {
    return (await sql<SchemaMetadata>`select nspname as name from pg_namespace`.execute(this.database)).rows;
  }

  async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ schema: string; name: string }>`
      select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relname in (${DEFAULT_MIGRATION_TABLE}, ${DEFAULT_MIGRATION_LOCK_TABLE}) and c.relkind = 'r'
    `.execute(this.database);
    return rows.map(each => ({ ...each, isView: false, columns: [] }));
  }

  async getMetadata(): Promise<{ tables: TableMetadata[] }> {
    return { tables: await this.getTables() };
  }
}
