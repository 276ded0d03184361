import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

/**
 * The components of a form that copies hold the values of, null for those that annotators can only read; and copies
 * that several people annotate.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table gold_items.share add column given jsonb`.execute(database);
    await sql`alter table gold_items.copy drop constraint copy_pkey, add primary key (team_id, item_id, email)`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await withAllRows(database, async all => {
      await sql`delete from gold_items.copy as later using gold_items.copy as first
        where first.team_id = later.team_id and first.item_id = later.item_id and first.email < later.email`.execute(
        all,
      );
    });
    await sql`alter table gold_items.copy drop constraint copy_pkey, add primary key (team_id, item_id)`.execute(
      database,
    );
    await sql`alter table gold_items.share drop column given`.execute(database);
  },
};
