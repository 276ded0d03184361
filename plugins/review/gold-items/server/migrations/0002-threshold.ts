import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

/** The accuracy below which managers of a project are notified, in percent. It is kept while no gold items are given. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table gold_items.share drop constraint share_percent_check,
      add constraint share_percent_check check (percent between 0 and 50),
      add column threshold int check (threshold between 1 and 100)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await withAllRows(database, async all => {
      await sql`delete from gold_items.share where percent = 0`.execute(all);
    });
    await sql`alter table gold_items.share drop column threshold, drop constraint share_percent_check,
      add constraint share_percent_check check (percent between 1 and 50)`.execute(database);
  },
};
