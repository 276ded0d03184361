import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Custom fields, and one value for each field and project, team member or contributor. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table custom_fields.template (
      id int generated always as identity primary key,
      team_id int not null,
      pair text not null check (pair in ('Project/Team', 'Contributor/Team', 'Contributor/Project')),
      name text not null,
      component_id smallint not null check (component_id between 1 and 7),
      component_payload jsonb not null,
      access jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index template_name on custom_fields.template (team_id, pair, lower(name))`.execute(
      database,
    );
    await sql`create table custom_fields.value (
      team_id int not null,
      template_id int not null,
      entity_id int not null,
      value jsonb not null,
      updated_at timestamptz not null default now(),
      primary key (team_id, template_id, entity_id),
      foreign key (team_id, template_id) references custom_fields.template (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create index value_entity on custom_fields.value (team_id, entity_id)`.execute(database);
    for (const table of ['template', 'value']) await forceRowSecurity(database, `custom_fields.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table custom_fields.value, custom_fields.template`.execute(database);
  },
};
