import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Likeness from which the suggestions of a layer are shown first; earlier layers show all. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table explore.suggestion_set add column clearly_alike double precision not null default 0`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table explore.suggestion_set drop column clearly_alike`.execute(database);
  },
};
