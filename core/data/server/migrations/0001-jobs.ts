import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import PgBoss from 'pg-boss';
import { forceRowSecurity, SYSTEM_ROLE, TENANT_ROLE } from '../tenant-tables.ts';

/** The queue's own plan without its BEGIN and COMMIT: the migration's transaction holds it. */
function queuePlan(): string {
  const plan = PgBoss.getConstructionPlans('pgboss').trim();
  const inner = plan.replace(/^BEGIN;/, '').replace(/COMMIT;$/, '');
  if (inner.length !== plan.length - 'BEGIN;COMMIT;'.length)
    throw new Error('The queue is built by another plan than expected. Check the pinned version of pg-boss.');
  return inner;
}

export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable('data.job')
      .addColumn('id', 'uuid', column => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
      .addColumn('team_id', 'integer', column => column.notNull())
      .addColumn('plugin', 'text', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('subject', 'jsonb')
      .addColumn('state', 'text', column => column.notNull().defaultTo('NOT_STARTED'))
      .addColumn('progress_done', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('progress_total', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('progress_text', 'text')
      .addColumn('result', 'jsonb')
      .addColumn('error', 'jsonb')
      .addColumn('cancel_requested', 'boolean', column => column.notNull().defaultTo(false))
      .addColumn('creator_id', 'integer')
      .addColumn('idempotency_key', 'text')
      .addColumn('parked', 'boolean', column => column.notNull().defaultTo(false))
      .addColumn('worker', 'uuid')
      .addColumn('lease_until', 'timestamptz')
      .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`clock_timestamp()`))
      .addColumn('started_at', 'timestamptz')
      .addColumn('finished_at', 'timestamptz')
      .addUniqueConstraint('job_team_key', ['team_id', 'id'])
      .addUniqueConstraint('job_idempotency_key', ['team_id', 'plugin', 'name', 'idempotency_key'])
      .addCheckConstraint('job_state_check', sql`state in ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')`)
      .execute();
    await forceRowSecurity(database, 'data.job');
    await sql`create index job_team_time on data.job (team_id, created_at desc)`.execute(database);
    await sql`create index job_lease on data.job (lease_until) where worker is not null`.execute(database);
    await sql`create index job_parked on data.job (created_at) where parked`.execute(database);
    await sql`create index job_unfinished on data.job (created_at) where state in ('NOT_STARTED', 'IN_PROGRESS')`.execute(
      database,
    );

    await database.schema
      .createTable('data.effect')
      .addColumn('team_id', 'integer', column => column.notNull())
      .addColumn('job_id', 'uuid', column => column.notNull())
      .addColumn('key', 'text', column => column.notNull())
      .addColumn('result', 'jsonb')
      .addColumn('created_at', 'timestamptz', column => column.notNull().defaultTo(sql`clock_timestamp()`))
      .addPrimaryKeyConstraint('effect_pkey', ['team_id', 'job_id', 'key'])
      .addForeignKeyConstraint('effect_job_fkey', ['team_id', 'job_id'], 'data.job', ['team_id', 'id'], key =>
        key.onDelete('cascade'),
      )
      .execute();
    await forceRowSecurity(database, 'data.effect');

    await sql.raw(queuePlan()).execute(database);
    await sql`select pgboss.create_queue('loupe', '{"policy": "standard"}')`.execute(database);
    // A job is put into the queue inside its creator's transaction; the queue's rows hold nothing but the job's id.
    await sql`grant usage on schema pgboss to ${sql.id(TENANT_ROLE)}, ${sql.id(SYSTEM_ROLE)}`.execute(database);
    await sql`grant select, insert on pgboss.job to ${sql.id(TENANT_ROLE)}`.execute(database);
    await sql`grant select on pgboss.queue to ${sql.id(TENANT_ROLE)}, ${sql.id(SYSTEM_ROLE)}`.execute(database);
    await sql`grant select, insert, update, delete on pgboss.job to ${sql.id(SYSTEM_ROLE)}`.execute(database);
  },

  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop schema pgboss cascade`.execute(database);
    await database.schema.dropTable('data.effect').execute();
    await database.schema.dropTable('data.job').execute();
  },
};
