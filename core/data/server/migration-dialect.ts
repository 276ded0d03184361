import type { DatabaseIntrospector, Kysely, SchemaMetadata, TableMetadata } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, PostgresDialect, sql } from 'kysely';

/**
 * PostgreSQL as the migrator sees it: of all tables, only its own. The migrator lists the tables twice for each schema
 * to find out if its own are there, and the list of every column of the product took a quarter of a first start.
 */
export class MigrationDialect extends PostgresDialect {
  override createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new MigrationTables(database);
  }
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
