import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

/**
 * Old and new defaults: nothing read these settings, so projects that still have the old ones go on looking as they do.
 */
const defaults = [
  ['Brightness', 10, 0],
  ['Contrast', 10, 0],
  ['Fill', 10, 20],
  ['Lines', 5, 2],
  ['ShowLabels', 0, 1],
  ['FontSize', 10, 11],
] as const;

async function replace(database: Kysely<unknown>, attribute: string, from: number, to: number): Promise<void> {
  await sql`update projects.setting set value = ${String(to)}::jsonb where attribute = ${attribute} and value = ${String(from)}::jsonb`.execute(
    database,
  );
}

export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await withAllRows(database, async all => {
      for (const [attribute, before, after] of defaults) await replace(all, attribute, before, after);
    });
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await withAllRows(database, async all => {
      for (const [attribute, before, after] of defaults) await replace(all, attribute, after, before);
    });
  },
};
