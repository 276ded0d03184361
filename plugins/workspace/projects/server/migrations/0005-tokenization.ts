import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

const replace = (database: Kysely<unknown>, from: number, to: number): Promise<void> =>
  withAllRows(database, async all => {
    await sql`update projects.setting set value = ${String(to)}::jsonb where attribute = 'Tokenization' and value = ${String(from)}::jsonb`.execute(
      all,
    );
  });

/** Nothing read the setting, and editors selected by words: projects go on so. */
export default {
  up: (database: Kysely<unknown>): Promise<void> => replace(database, 0, 1),
  down: (database: Kysely<unknown>): Promise<void> => replace(database, 1, 0),
};
