import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

const TABLES = ['row_import', 'row_problem'];
const JOBS = ['lookRows', 'importRows', 'generate'];

/** Takes over the tables and unfinished jobs of row imports, which belonged to the plugin exchange. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    for (const table of TABLES) await sql`alter table exchange.${sql.id(table)} set schema form_rows`.execute(database);
    await withAllRows(database, all =>
      sql`update data.job set plugin = 'form-rows' where plugin = 'exchange' and name = any(${JOBS}::text[])`.execute(
        all,
      ),
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    for (const table of TABLES) await sql`alter table form_rows.${sql.id(table)} set schema exchange`.execute(database);
    await withAllRows(database, all =>
      sql`update data.job set plugin = 'exchange' where plugin = 'form-rows' and name = any(${JOBS}::text[])`.execute(
        all,
      ),
    );
  },
};
