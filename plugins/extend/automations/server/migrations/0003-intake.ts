import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Schedules, incoming webhooks with their tokens, and custom events. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table automations.event add column subject text`.execute(database);
    await sql`create table automations.schedule (
      team_id int not null,
      pipeline_id int not null,
      node_id text not null,
      pattern text not null,
      zone text not null,
      ends_at timestamptz,
      next_at timestamptz,
      primary key (team_id, pipeline_id, node_id),
      foreign key (team_id, pipeline_id) references automations.pipeline (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index schedule_next on automations.schedule (next_at) where next_at is not null`.execute(database);
    await sql`create table automations.webhook (
      team_id int not null,
      pipeline_id int not null,
      node_id text not null,
      key text not null unique,
      primary key (team_id, pipeline_id, node_id),
      foreign key (team_id, pipeline_id) references automations.pipeline (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table automations.webhook_token (
      id int generated always as identity primary key,
      team_id int not null,
      name text not null,
      prefix text not null,
      hash text not null,
      pipeline_ids jsonb not null,
      signing_secret text,
      creator_email text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index webhook_token_hash on automations.webhook_token (team_id, hash)`.execute(database);
    await sql`create table automations.custom_event (
      id int generated always as identity primary key,
      team_id int not null,
      name text not null,
      description text not null,
      fields jsonb not null,
      fired_by text not null check (fired_by in ('managers', 'viewers')),
      revision int not null,
      author_email text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index custom_event_name on automations.custom_event (team_id, lower(name))`.execute(
      database,
    );
    for (const table of ['schedule', 'webhook', 'webhook_token', 'custom_event'])
      await forceRowSecurity(database, `automations.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table automations.custom_event, automations.webhook_token, automations.webhook, automations.schedule`.execute(
      database,
    );
    await sql`alter table automations.event drop column subject`.execute(database);
  },
};
