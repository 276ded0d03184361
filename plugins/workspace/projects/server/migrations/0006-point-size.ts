import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

/** Puts another value in place of a default; nothing read the setting before, so projects go on looking as they do. */
async function replace(database: Kysely<unknown>, before: number, after: number): Promise<void> {
  await withAllRows(database, async all => {
    await sql`update projects.setting set value = ${String(after)}::jsonb where attribute = 'PointSize' and value = ${String(before)}::jsonb`.execute(
      all,
    );
  });
}

export default {
  up: (database: Kysely<unknown>): Promise<void> => replace(database, 2, 9),
  down: (database: Kysely<unknown>): Promise<void> => replace(database, 9, 2),
};
