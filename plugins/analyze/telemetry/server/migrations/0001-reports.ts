import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Reports of teams, and where their files are kept. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'telemetry.report', table =>
      table
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('request', 'jsonb', column => column.notNull())
        .addColumn('job_id', 'uuid')
        .addColumn('blob_hash', 'text')
        .addColumn('size', 'bigint')
        .addColumn('lines', 'integer')
        .addColumn('creator', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`)),
    );
    await sql`create index report_file on telemetry.report (blob_hash) where blob_hash is not null`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table telemetry.report`.execute(database);
  },
};
