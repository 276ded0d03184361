import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** The annotations of items, their earlier versions, and which saves were done. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table annotations.annotation (
      team_id int not null,
      project_id int not null,
      item_id int not null,
      revision int not null,
      document jsonb,
      instance_count int not null,
      size int not null,
      updated_by text not null,
      updated_at timestamptz not null default now(),
      primary key (team_id, item_id),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create table annotations.annotation_version (
      team_id int not null,
      item_id int not null,
      revision int not null,
      document jsonb,
      instance_count int not null,
      size int not null,
      updated_by text not null,
      updated_at timestamptz not null,
      primary key (team_id, item_id, revision),
      foreign key (team_id, item_id) references annotations.annotation (team_id, item_id) on delete cascade
    )`.execute(database);
    await sql`create table annotations.annotation_operation (
      team_id int not null,
      op uuid not null,
      item_id int not null,
      revision int not null,
      created_at timestamptz not null default now(),
      primary key (team_id, op),
      foreign key (team_id, item_id) references annotations.annotation (team_id, item_id) on delete cascade
    )`.execute(database);
    await sql`create index annotation_operation_item on annotations.annotation_operation (team_id, item_id, created_at)`.execute(
      database,
    );
    for (const table of ['annotation', 'annotation_version', 'annotation_operation'])
      await forceRowSecurity(database, `annotations.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table annotations.annotation_operation, annotations.annotation_version, annotations.annotation`.execute(
      database,
    );
  },
};
