import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Accounts and groups that the directory of an organization keeps here. No transaction of a team reads them. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table provisioning.token (
      organization_id int primary key references tenancy.organization on delete cascade,
      token_hash text not null unique,
      hint text not null,
      created_by int references auth.person on delete set null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(database);
    await sql`create table provisioning.account (
      id uuid primary key,
      organization_id int not null references tenancy.organization on delete cascade,
      person_id int not null references auth.person on delete cascade,
      user_name text not null,
      external_id text,
      active boolean not null,
      attributes jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (organization_id, person_id),
      unique (organization_id, id)
    )`.execute(database);
    await sql`create unique index account_name on provisioning.account (organization_id, lower(user_name))`.execute(
      database,
    );
    await sql`create index account_external on provisioning.account (organization_id, external_id)`.execute(database);
    await sql`create table provisioning.directory_group (
      id uuid primary key,
      organization_id int not null references tenancy.organization on delete cascade,
      name text not null,
      external_id text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (organization_id, id)
    )`.execute(database);
    await sql`create unique index group_name on provisioning.directory_group (organization_id, lower(name))`.execute(
      database,
    );
    await sql`create table provisioning.group_member (
      organization_id int not null,
      group_id uuid not null,
      account_id uuid not null,
      primary key (group_id, account_id),
      foreign key (organization_id, group_id) references provisioning.directory_group (organization_id, id) on delete cascade,
      foreign key (organization_id, account_id) references provisioning.account (organization_id, id) on delete cascade
    )`.execute(database);
    await sql`create index group_member_account on provisioning.group_member (account_id)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table provisioning.group_member, provisioning.directory_group, provisioning.account, provisioning.token`.execute(
      database,
    );
  },
};
