import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Shares of gold items of projects, the items that are gold, and the copies that annotators got of them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create schema if not exists gold_items`.execute(database);
    await sql`create table gold_items.share (
      team_id int not null,
      project_id int not null,
      percent int not null check (percent between 1 and 50),
      primary key (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table gold_items.gold (
      team_id int not null,
      project_id int not null,
      item_id int not null,
      marked_by text not null,
      marked_at timestamptz not null default now(),
      primary key (team_id, item_id),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index gold_project on gold_items.gold (team_id, project_id)`.execute(database);
    await sql`create table gold_items.copy (
      team_id int not null,
      project_id int not null,
      item_id int not null,
      gold_item_id int not null,
      email text not null,
      submitted_at timestamptz,
      accuracy float8,
      classes jsonb,
      differences jsonb,
      primary key (team_id, item_id),
      unique (team_id, gold_item_id, email),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade,
      foreign key (team_id, gold_item_id) references items.item (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index copy_person on gold_items.copy (team_id, project_id, email)`.execute(database);
    for (const table of ['share', 'gold', 'copy']) await forceRowSecurity(database, `gold_items.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table gold_items.copy, gold_items.gold, gold_items.share`.execute(database);
  },
};
