import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

const TABLES = ['app', 'draft', 'version', 'app_data', 'item_data', 'call'] as const;

/**
 * Apps with what they were granted, the sources being written, published versions, data that apps keep, and what they
 * called.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table apps.app (
      id int generated always as identity primary key,
      team_id int not null,
      state text not null check (state in ('draft', 'published', 'disabled')),
      -- The draft's as it was last readable, and the published version's.
      manifest jsonb not null,
      published jsonb,
      version int,
      granted jsonb not null,
      author_email text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      published_at timestamptz,
      unique (team_id, id)
    )`.execute(database);
    // Sources, scripts and data are texts: JSON in them must come back as it was written.
    await sql`create table apps.draft (
      team_id int not null,
      app_id int not null,
      files text not null,
      revision int not null,
      primary key (team_id, app_id),
      foreign key (team_id, app_id) references apps.app (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table apps.version (
      team_id int not null,
      app_id int not null,
      version int not null,
      manifest jsonb not null,
      files text not null,
      code text not null,
      note text not null,
      source_bytes int not null,
      author_email text not null,
      created_at timestamptz not null default now(),
      primary key (team_id, app_id, version),
      foreign key (team_id, app_id) references apps.app (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table apps.app_data (
      team_id int not null,
      app_id int not null,
      value text not null,
      etag text not null,
      primary key (team_id, app_id),
      foreign key (team_id, app_id) references apps.app (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table apps.item_data (
      team_id int not null,
      app_id int not null,
      item_id int not null,
      value text not null,
      etag text not null,
      primary key (team_id, app_id, item_id),
      foreign key (team_id, app_id) references apps.app (team_id, id) on delete cascade,
      foreign key (team_id, item_id) references items.item (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index item_data_of_item on apps.item_data (team_id, item_id)`.execute(database);
    await sql`create table apps.call (
      id int generated always as identity primary key,
      team_id int not null,
      app_id int not null,
      call text not null,
      outcome text not null check (outcome in ('done', 'refused', 'failed')),
      code text,
      milliseconds int,
      email text not null,
      item_id int,
      created_at timestamptz not null default now(),
      foreign key (team_id, app_id) references apps.app (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index call_newest on apps.call (team_id, app_id, id desc)`.execute(database);
    await sql`create index call_wrong on apps.call (team_id, app_id, created_at) where outcome <> 'done'`.execute(
      database,
    );
    await sql`create index call_age on apps.call (created_at)`.execute(database);
    for (const table of TABLES) await forceRowSecurity(database, `apps.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table apps.call, apps.item_data, apps.app_data, apps.version, apps.draft, apps.app`.execute(
      database,
    );
  },
};
