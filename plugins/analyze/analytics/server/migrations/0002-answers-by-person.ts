import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

/** Keeps whose objects answers belong to. Counts of before are those of no revision, so that they are made again. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table analytics.answer_count add column email text not null default ''`.execute(database);
    await withAllRows(database, all => sql`update analytics.document set revision = 0`.execute(all));
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table analytics.answer_count drop column email`.execute(database);
  },
};
