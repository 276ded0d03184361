import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { adoptEntries } from '#core/audit/server/index.ts';
import { tenantTable } from '#core/data/server/index.ts';

/** The log of teams is a part of the audit log of their organization. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await adoptEntries(database, 'teams.audit');
    await sql`drop table teams.audit`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
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
  },
};
