import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** The objects of large documents, one row each, so that they are read by viewport and saved one by one. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table annotations.annotation add column behind boolean not null default false`.execute(database);
    await sql`create table annotations.object_index (
      team_id int not null,
      item_id int not null,
      revision int not null,
      ready boolean not null default false,
      rest jsonb not null,
      last_place float8 not null default 0,
      job_id text,
      saver_id int,
      primary key (team_id, item_id),
      foreign key (team_id, item_id) references annotations.annotation (team_id, item_id) on delete cascade
    )`.execute(database);
    await sql`create table annotations.object (
      team_id int not null,
      item_id int not null,
      id text not null,
      place float8 not null,
      class_id int not null,
      size smallint,
      cell bigint,
      min_x float4,
      min_y float4,
      max_x float4,
      max_y float4,
      data json not null,
      primary key (team_id, item_id, id),
      foreign key (team_id, item_id) references annotations.object_index (team_id, item_id) on delete cascade
    )`.execute(database);
    await sql`create index object_cell on annotations.object (team_id, item_id, size, cell)`.execute(database);
    await sql`create index object_place on annotations.object (team_id, item_id, place)`.execute(database);
    await sql`create table annotations.object_count (
      team_id int not null,
      item_id int not null,
      level smallint not null,
      cell bigint not null,
      count int not null,
      primary key (team_id, item_id, level, cell),
      foreign key (team_id, item_id) references annotations.object_index (team_id, item_id) on delete cascade
    )`.execute(database);
    for (const table of ['object_index', 'object', 'object_count'])
      await forceRowSecurity(database, `annotations.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table annotations.object_count, annotations.object, annotations.object_index`.execute(database);
    await sql`alter table annotations.annotation drop column behind`.execute(database);
  },
};
