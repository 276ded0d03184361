import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Connections to storage outside. A deleted one keeps its row, so that its id is never another storage. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'integrations.integration', table =>
      table
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('type', 'smallint', column => column.notNull())
        .addColumn('root', 'text', column => column.notNull())
        .addColumn('config', 'jsonb', column => column.notNull())
        .addColumn('secrets', 'text')
        .addColumn('creator_email', 'text', column => column.notNull())
        .addColumn('check_passed', 'boolean')
        .addColumn('checked_at', 'timestamptz')
        .addColumn('deleted_at', 'timestamptz')
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`)),
    );
    await sql`create unique index integration_name on integrations.integration (team_id, lower(name)) where deleted_at is null`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table integrations.integration`.execute(database);
  },
};
