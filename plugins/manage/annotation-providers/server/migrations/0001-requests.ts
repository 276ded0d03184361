import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { tenantTable } from '#core/data/server/index.ts';

/** Projects that were sent to people of annotation providers. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await tenantTable(database, 'annotation_providers.request', table =>
      table
        .addColumn('project_id', 'integer', column => column.notNull())
        .addColumn('email', 'text', column => column.notNull())
        .addColumn('role', 'integer', column => column.notNull())
        .addColumn('message', 'text', column => column.notNull())
        .addColumn('shared', 'boolean', column => column.notNull())
        .addColumn('state', 'text', column => column.notNull())
        .addColumn('note', 'text', column => column.notNull().defaultTo(''))
        .addColumn('sent_by', 'text', column => column.notNull())
        .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('changed_at', 'timestamptz', column => column.notNull().defaultTo(sql`now()`))
        .addColumn('version', 'integer', column => column.notNull().defaultTo(1))
        .addCheckConstraint(
          'request_state',
          sql`state in ('sent', 'accepted', 'declined', 'delivered', 'completed', 'withdrawn')`,
        )
        .addForeignKeyConstraint(
          'request_project',
          ['team_id', 'project_id'],
          'projects.project' as never,
          ['team_id', 'id'] as never,
          key => key.onDelete('cascade'),
        ),
    );
    // A provider has a project once at a time.
    await sql`create unique index request_open on annotation_providers.request (team_id, project_id, email)
      where state in ('sent', 'accepted', 'delivered')`.execute(database);
    await sql`create index request_provider on annotation_providers.request (team_id, email)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table annotation_providers.request`.execute(database);
  },
};
