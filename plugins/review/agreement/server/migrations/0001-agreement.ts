import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Projects that ask several people, the copies those people work on, and how far the finished ones agree. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table agreement.rule (
      team_id int not null,
      project_id int not null,
      people int not null check (people between 2 and 10),
      updated_by text not null,
      updated_at timestamptz not null default now(),
      primary key (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table agreement.work (
      team_id int not null,
      project_id int not null,
      item_id int not null,
      email text not null,
      state text not null default 'open' check (state in ('open', 'submitted')),
      revision int not null default 0,
      document jsonb,
      instance_count int not null default 0,
      updated_at timestamptz not null default now(),
      primary key (team_id, item_id, email),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index work_person on agreement.work (team_id, project_id, email)`.execute(database);
    await sql`create table agreement.operation (
      team_id int not null,
      op uuid not null,
      item_id int not null,
      email text not null,
      revision int not null,
      created_at timestamptz not null default now(),
      primary key (team_id, op),
      foreign key (team_id, item_id, email) references agreement.work (team_id, item_id, email) on delete cascade
    )`.execute(database);
    await sql`create table agreement.item (
      team_id int not null,
      project_id int not null,
      item_id int not null,
      people jsonb not null,
      score float8,
      f1 float8,
      pairs jsonb not null,
      answers jsonb not null,
      computed_at timestamptz not null default now(),
      primary key (team_id, item_id),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index item_project on agreement.item (team_id, project_id, score)`.execute(database);
    for (const table of ['rule', 'work', 'operation', 'item']) await forceRowSecurity(database, `agreement.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table agreement.item, agreement.operation, agreement.work, agreement.rule`.execute(database);
  },
};
