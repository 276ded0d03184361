import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Finished jobs are deleted by age. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create index job_finished on data.job (finished_at) where finished_at is not null`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop index data.job_finished`.execute(database);
  },
};
