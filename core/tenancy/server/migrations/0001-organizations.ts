import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Organizations, their switches, teams and who is in them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table tenancy.organization (
      id int generated always as identity primary key,
      name text not null,
      owner_id int not null references auth.person,
      plan smallint not null default 3,
      features jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(database);
    await sql`create unique index organization_name on tenancy.organization (lower(name))`.execute(database);
    await sql`create table tenancy.plugin_switch (
      organization_id int not null references tenancy.organization on delete cascade,
      plugin text not null,
      enabled boolean not null,
      changed_by int references auth.person on delete set null,
      changed_at timestamptz not null default now(),
      primary key (organization_id, plugin)
    )`.execute(database);
    await sql`create table tenancy.team (
      id int generated always as identity primary key,
      organization_id int not null references tenancy.organization on delete cascade,
      name text not null,
      description text,
      creator_id int not null references auth.person,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(database);
    await sql`create unique index team_name on tenancy.team (organization_id, lower(name))`.execute(database);
    await sql`create table tenancy.member (
      id int generated always as identity primary key,
      team_id int not null references tenancy.team on delete cascade,
      email text not null,
      person_id int references auth.person on delete cascade,
      role smallint not null,
      permissions int[] not null default '{}',
      is_default boolean not null default false,
      last_active_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (team_id, email),
      unique (team_id, id)
    )`.execute(database);
    await sql`create index member_person on tenancy.member (person_id)`.execute(database);
    await sql`create table tenancy.invitation (
      team_id int not null references tenancy.team on delete cascade,
      member_id int not null,
      token_hash text not null unique,
      invited_by int references auth.person on delete set null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      primary key (team_id, member_id),
      foreign key (team_id, member_id) references tenancy.member (team_id, id) on delete cascade
    )`.execute(database);
    await sql`create table tenancy.sdk_token (
      team_id int not null references tenancy.team on delete cascade,
      person_id int not null references auth.person on delete cascade,
      token_hash text not null unique,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      primary key (team_id, person_id)
    )`.execute(database);
    for (const table of ['member', 'invitation', 'sdk_token']) await forceRowSecurity(database, `tenancy.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table tenancy.sdk_token, tenancy.invitation, tenancy.member, tenancy.team, tenancy.plugin_switch, tenancy.organization`.execute(
      database,
    );
  },
};
