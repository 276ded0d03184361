import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Changes in a team with their authors. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'teams.audit', table =>
      table
        .addColumn('at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('email', 'text', column => column.notNull())
        .addColumn('action', 'text', column => column.notNull())
        .addColumn('details', 'jsonb', column => column.notNull())
        .addForeignKeyConstraint('audit_team', ['team_id'], 'tenancy.team' as never, ['id'] as never, key =>
          key.onDelete('cascade'),
        ),
    );
    await sql`create index audit_newest on teams.audit (team_id, id desc)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table teams.audit`.execute(database);
  },
};
