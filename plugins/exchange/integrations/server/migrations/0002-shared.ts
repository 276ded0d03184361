import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

/**
 * Integrations that a team uses and another team of its organization keeps: their settings and secret stay in the row
 * of that team, which `shared_from` names.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table integrations.integration add column shared_from int`.execute(database);
    await sql`create unique index integration_shared on integrations.integration (shared_from, team_id) where shared_from is not null`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await withAllRows(database, async all => {
      await sql`update integrations.integration set deleted_at = now() where shared_from is not null`.execute(all);
    });
    await sql`alter table integrations.integration drop column shared_from`.execute(database);
  },
};
