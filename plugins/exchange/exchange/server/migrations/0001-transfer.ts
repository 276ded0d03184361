import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Exports and imports of projects. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table exchange.export (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int not null,
      name text not null,
      status smallint not null default 1 check (status between 1 and 4),
      export_type smallint not null,
      folder_ids jsonb,
      statuses jsonb,
      item_ids jsonb,
      only_pinned boolean not null,
      include_originals boolean not null,
      job_id uuid,
      blob_hash text,
      size bigint,
      item_count int,
      report jsonb,
      error jsonb,
      creator_email text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, project_id, name),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table exchange.import (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int not null,
      name text not null,
      status smallint not null default 1 check (status between 1 and 6),
      blob_hash text,
      size bigint not null,
      folder_id int,
      job_id uuid,
      report jsonb,
      choices jsonb,
      result jsonb,
      error jsonb,
      creator_email text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index import_project on exchange.import (team_id, project_id, id)`.execute(database);
    for (const table of ['exchange.export', 'exchange.import']) await forceRowSecurity(database, table);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table exchange.import, exchange.export`.execute(database);
  },
};
