import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Webhooks of teams, and what is sent to them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table webhooks.webhook (
      id int generated always as identity primary key,
      team_id int not null,
      name text not null,
      url text not null,
      events jsonb not null,
      project_ids jsonb not null,
      enabled boolean not null default true,
      failures int not null default 0,
      secret text not null,
      old_secret text,
      old_secret_until timestamptz,
      created_by text not null,
      created_at timestamptz not null default now(),
      version int not null default 1,
      unique (team_id, id)
    )`.execute(database);
    await sql`create table webhooks.delivery (
      id int generated always as identity primary key,
      team_id int not null,
      webhook_id int not null,
      message_id text not null,
      type text not null,
      body text not null,
      state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
      attempts int not null default 0,
      status int,
      error text,
      milliseconds int,
      next_attempt timestamptz,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      unique (team_id, id),
      foreign key (team_id, webhook_id) references webhooks.webhook (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index delivery_webhook on webhooks.delivery (team_id, webhook_id, id desc)`.execute(database);
    await sql`create index delivery_due on webhooks.delivery (next_attempt) where state = 'pending' and next_attempt is not null`.execute(
      database,
    );
    for (const table of ['webhook', 'delivery']) await forceRowSecurity(database, `webhooks.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table webhooks.delivery, webhooks.webhook`.execute(database);
  },
};
