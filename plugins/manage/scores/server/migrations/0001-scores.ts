import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Score templates of a team, and one value for each item, score and person. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table scores.score (
      id int generated always as identity primary key,
      team_id int not null,
      name text not null,
      description text,
      type text not null check (type in ('rating', 'number', 'radio')),
      payload jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index score_name on scores.score (team_id, lower(name))`.execute(database);
    await sql`create table scores.value (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int not null,
      item_id int not null,
      score_id int not null,
      email text not null,
      user_role int not null,
      value jsonb,
      weight double precision,
      component_id text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, item_id, score_id, email),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade,
      foreign key (team_id, item_id) references items.item (team_id, id) on delete cascade,
      foreign key (team_id, score_id) references scores.score (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index value_project on scores.value (team_id, project_id, email)`.execute(database);
    await sql`create index value_person on scores.value (team_id, email, updated_at)`.execute(database);
    for (const table of ['score', 'value']) await forceRowSecurity(database, `scores.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table scores.value, scores.score`.execute(database);
  },
};
