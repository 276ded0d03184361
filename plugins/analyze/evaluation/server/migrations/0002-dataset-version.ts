import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The name of the dataset version that was evaluated: the figures stay when the version is deleted. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table evaluation.evaluation add column snapshot_name text`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table evaluation.evaluation drop column snapshot_name`.execute(database);
  },
};
