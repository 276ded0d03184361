import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Credentials, models, the projects a model is limited to, the budget, and the log, which outlives what it names. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table language_models.credential (
      id int generated always as identity primary key,
      team_id int not null,
      name text not null,
      provider text not null,
      base_url text not null,
      organization text not null,
      sealed_key text,
      check_passed boolean,
      checked_at timestamptz,
      creator_email text not null,
      created_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index credential_name on language_models.credential (team_id, lower(name))`.execute(
      database,
    );
    await sql`create table language_models.model (
      id int generated always as identity primary key,
      team_id int not null,
      credential_id int not null,
      name text not null,
      settings jsonb not null,
      limited boolean not null,
      creator_email text not null,
      created_at timestamptz not null default now(),
      unique (team_id, id),
      -- Looked at when all is done: a team is deleted table by table.
      constraint model_credential foreign key (team_id, credential_id) references language_models.credential (team_id, id) deferrable initially deferred
    )`.execute(database);
    await sql`create unique index model_name on language_models.model (team_id, lower(name))`.execute(database);
    await sql`create index model_by_credential on language_models.model (team_id, credential_id)`.execute(database);
    await sql`create table language_models.model_project (
      team_id int not null,
      model_id int not null,
      project_id int not null,
      primary key (team_id, model_id, project_id),
      foreign key (team_id, model_id) references language_models.model (team_id, id) on delete cascade,
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index model_project_of on language_models.model_project (team_id, project_id)`.execute(database);
    await sql`create table language_models.budget (
      team_id int primary key,
      monthly_tokens bigint,
      updated_by text not null,
      updated_at timestamptz not null default now()
    )`.execute(database);
    await sql`create table language_models.run (
      id int generated always as identity primary key,
      team_id int not null,
      kind text not null check (kind in ('run', 'try', 'fetch')),
      target text not null,
      model_id int,
      project_id int,
      item_id int,
      email text not null,
      key uuid,
      state text not null check (state in ('running', 'done', 'stopped', 'failed', 'refused')),
      input_tokens int not null default 0,
      output_tokens int not null default 0,
      estimated boolean not null default false,
      cost double precision,
      latency_ms int,
      error text,
      created_at timestamptz not null default now(),
      unique (team_id, id),
      foreign key (team_id, model_id) references language_models.model (team_id, id) on delete set null (model_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete set null (project_id),
      foreign key (team_id, item_id) references items.item (team_id, id) on delete set null (item_id)
    )`.execute(database);
    await sql`create unique index run_key on language_models.run (team_id, key) where key is not null`.execute(
      database,
    );
    await sql`create index run_newest on language_models.run (team_id, created_at desc, id desc)`.execute(database);
    for (const column of ['model_id', 'project_id', 'item_id'])
      await sql`create index ${sql.ref(`run_${column}`)} on language_models.run (team_id, ${sql.ref(column)}) where ${sql.ref(column)} is not null`.execute(
        database,
      );
    for (const table of ['credential', 'model', 'model_project', 'budget', 'run'])
      await forceRowSecurity(database, `language_models.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table language_models.run, language_models.budget, language_models.model_project, language_models.model, language_models.credential`.execute(
      database,
    );
  },
};
