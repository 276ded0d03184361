import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/**
 * Links to projects, subsets and items. A token is never stored: it is derived from the nonce and the keys of the
 * installation.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'public_links.link', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('kind', 'text', column => column.notNull())
        .addColumn('subset_id', 'integer')
        .addColumn('item_id', 'integer')
        .addColumn('nonce', 'text', column => column.notNull())
        .addColumn('token_hash', 'text', column => column.notNull().unique())
        .addColumn('password_hash', 'text')
        .addColumn('expires_at', 'timestamptz')
        .addColumn('creator_id', 'integer', column => column.notNull())
        .addColumn('creator', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addCheckConstraint(
          'link_target',
          sql`(kind = 'project' and subset_id is null and item_id is null) or (kind = 'subset' and subset_id is not null and item_id is null) or (kind = 'item' and item_id is not null and subset_id is null)`,
        )
        .addForeignKeyConstraint(
          'link_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    await sql`create index link_of_project on public_links.link (team_id, project_id)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table public_links.link`.execute(database);
  },
};
