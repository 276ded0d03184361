import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Classes of a project, their attribute groups and values. A deleted class stays for undo. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table classes.class (
      id int generated always as identity primary key,
      team_id int not null,
      project_id int not null,
      name text not null,
      color text not null,
      type smallint not null check (type between 1 and 3),
      position int not null,
      deleted_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create unique index class_name on classes.class (team_id, project_id, name) where deleted_at is null`.execute(
      database,
    );
    await sql`create table classes.attribute_group (
      id int generated always as identity primary key,
      team_id int not null,
      class_id int not null,
      name text not null,
      group_type text not null,
      is_required boolean not null,
      default_value jsonb,
      position int not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id),
      foreign key (team_id, class_id) references classes.class (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index attribute_group_class on classes.attribute_group (team_id, class_id)`.execute(database);
    await sql`create table classes.attribute (
      id int generated always as identity primary key,
      team_id int not null,
      group_id int not null,
      name text not null,
      is_default boolean not null,
      position int not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id),
      foreign key (team_id, group_id) references classes.attribute_group (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index attribute_group_of on classes.attribute (team_id, group_id)`.execute(database);
    for (const table of ['class', 'attribute_group', 'attribute']) await forceRowSecurity(database, `classes.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table classes.attribute, classes.attribute_group, classes.class`.execute(database);
  },
};
