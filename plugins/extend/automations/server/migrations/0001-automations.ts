import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

const TABLES = ['pipeline', 'version', 'trigger', 'event', 'run', 'step'] as const;

/** Pipelines with their versions, events that start them, and what became of each run. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table automations.pipeline (
      id int generated always as identity primary key,
      team_id int not null,
      name text not null,
      description text not null,
      enabled boolean not null,
      disabled_reason text check (disabled_reason in ('owner_left')),
      version int not null,
      owner_id int not null,
      owner_email text not null,
      webhook_secret text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index pipeline_name on automations.pipeline (team_id, lower(name)) where deleted_at is null`.execute(
      database,
    );
    await sql`create table automations.version (
      team_id int not null,
      pipeline_id int not null,
      version int not null,
      name text not null,
      description text not null,
      graph jsonb not null,
      author_email text not null,
      created_at timestamptz not null default now(),
      primary key (team_id, pipeline_id, version),
      foreign key (team_id, pipeline_id) references automations.pipeline (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table automations.trigger (
      team_id int not null,
      pipeline_id int not null,
      node_id text not null,
      type text not null,
      settings jsonb not null,
      scope jsonb not null,
      primary key (team_id, pipeline_id, node_id),
      foreign key (team_id, pipeline_id) references automations.pipeline (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index trigger_type on automations.trigger (team_id, type)`.execute(database);
    await sql`create table automations.event (
      id int generated always as identity primary key,
      team_id int not null,
      pipeline_id int not null,
      version int not null,
      node_id text not null,
      type text not null,
      project_id int,
      items jsonb not null,
      context jsonb,
      depth int not null,
      source_pipeline_id int,
      retry_of int,
      key text,
      created_at timestamptz not null default now(),
      expanded_at timestamptz,
      unique (team_id, id),
      foreign key (team_id, pipeline_id) references automations.pipeline (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create unique index event_key on automations.event (team_id, pipeline_id, key) where key is not null`.execute(
      database,
    );
    await sql`create index event_age on automations.event (created_at)`.execute(database);
    await sql`create table automations.run (
      id int generated always as identity primary key,
      team_id int not null,
      event_id int not null,
      pipeline_id int not null,
      version int not null,
      node_id text not null,
      type text not null,
      project_id int,
      item_id int,
      subject text not null,
      context jsonb not null,
      depth int not null,
      state text not null check (state in ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
      retry_of int,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      unique (team_id, id),
      foreign key (team_id, pipeline_id) references automations.pipeline (team_id, id) on delete cascade
    )`.execute(database);
    // An event becomes a run once per item, however often its job is begun.
    await sql`create unique index run_of_event on automations.run (team_id, event_id, coalesce(item_id, 0))`.execute(
      database,
    );
    await sql`create index run_newest on automations.run (team_id, pipeline_id, id desc)`.execute(database);
    await sql`create index run_age on automations.run (created_at)`.execute(database);
    await sql`create table automations.step (
      id int generated always as identity primary key,
      team_id int not null,
      run_id int not null,
      event_id int not null,
      pipeline_id int not null,
      node_id text not null,
      action_type text not null,
      state text not null default 'NOT_STARTED' check (state in ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
      reason text check (reason in ('error', 'revoked', 'lost')),
      attempt int not null,
      retry_of int,
      due_at timestamptz not null default now(),
      -- A delay, or the pause before another attempt.
      waits boolean not null default false,
      -- The job that runs it, to know what was lost with its server.
      job_id text,
      started_at timestamptz,
      finished_at timestamptz,
      output jsonb,
      error jsonb,
      unique (team_id, id),
      unique (team_id, run_id, node_id, attempt),
      foreign key (team_id, run_id) references automations.run (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index step_waiting on automations.step (team_id, event_id, id) where state in ('NOT_STARTED', 'IN_PROGRESS')`.execute(
      database,
    );
    await sql`create index step_due on automations.step (due_at) where waits and state = 'NOT_STARTED'`.execute(
      database,
    );
    for (const table of TABLES) await forceRowSecurity(database, `automations.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table automations.step, automations.run, automations.event, automations.trigger, automations.version, automations.pipeline`.execute(
      database,
    );
  },
};
