import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Skeleton templates. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'skeletons.template', table =>
      table
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('type', 'smallint', column => column.notNull())
        .addColumn('data', 'jsonb', column => column.notNull())
        .addColumn('is_public', 'boolean', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('updated_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addForeignKeyConstraint('template_team', ['team_id'], 'tenancy.team' as never, ['id'] as never, key =>
          key.onDelete('cascade'),
        ),
    );
    await sql`create unique index template_name on skeletons.template (team_id, lower(name))`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table skeletons.template`.execute(database);
  },
};
