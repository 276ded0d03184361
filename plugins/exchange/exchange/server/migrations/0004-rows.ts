import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Imports of rows, and what did not fit of them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table exchange.row_import (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int not null,
      folder_id int,
      name text not null,
      token text not null unique,
      status smallint not null default 1 check (status between 1 and 7),
      size bigint not null,
      blob_hash text,
      job_id uuid,
      choices jsonb,
      report jsonb,
      result jsonb,
      problem_count int not null default 0,
      error jsonb,
      creator_email text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table exchange.row_problem (
      id bigint generated always as identity primary key,
      team_id int not null,
      import_id int not null,
      row int not null,
      column_name text not null,
      reason text not null,
      foreign key (team_id, import_id) references exchange.row_import (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index row_import_project on exchange.row_import (team_id, project_id, id)`.execute(database);
    await sql`create index row_problem_import on exchange.row_problem (team_id, import_id, id)`.execute(database);
    for (const table of ['exchange.row_import', 'exchange.row_problem']) await forceRowSecurity(database, table);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table exchange.row_problem, exchange.row_import`.execute(database);
  },
};
