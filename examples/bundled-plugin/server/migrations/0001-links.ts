import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Links of teams; the title is the key of a link. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'team_links.link', table =>
      table
        .addColumn('title', 'text', column => column.notNull())
        .addColumn('address', 'text', column => column.notNull())
        .addUniqueConstraint('link_title', ['team_id', 'title']),
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await database.schema.dropTable('team_links.link').execute();
  },
};
