import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Roles that teams make for their contributors. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table tenancy.team_role (
      id int primary key generated always as identity,
      team_id int not null references tenancy.team on delete cascade,
      name text not null,
      description text not null,
      rights text[] not null,
      version int not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index team_role_name on tenancy.team_role (team_id, lower(name))`.execute(database);
    await forceRowSecurity(database, 'tenancy.team_role');
    await sql`alter table tenancy.member
      add column custom_role_id int,
      add constraint member_custom_role foreign key (team_id, custom_role_id)
        references tenancy.team_role (team_id, id),
      add constraint member_custom_role_of_contributor check (custom_role_id is null or role = 4)`.execute(database);
    await sql`create index member_custom_role on tenancy.member (team_id, custom_role_id)
      where custom_role_id is not null`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.member drop column custom_role_id`.execute(database);
    await sql`drop table tenancy.team_role`.execute(database);
  },
};
