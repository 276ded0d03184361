import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/**
 * Identity providers of organizations, their domains, and who signed in. Transactions of teams read none of it but
 * their memberships.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table single_sign_on.provider (
      organization_id int primary key references tenancy.organization on delete cascade,
      issuer text not null,
      client_id text not null,
      sealed_secret text,
      groups_claim text not null,
      default_team_id int references tenancy.team on delete set null,
      default_role smallint not null,
      mappings jsonb not null,
      enabled boolean not null default false,
      forced boolean not null default false,
      tested boolean not null default false,
      version int not null,
      changed_at timestamptz not null default now(),
      check (enabled or not forced)
    )`.execute(database);
    await sql`create table single_sign_on.domain (
      organization_id int not null references tenancy.organization on delete cascade,
      domain text not null,
      token text not null,
      proven_by text check (proven_by in ('dns', 'file', 'operator')),
      created_at timestamptz not null default now(),
      primary key (organization_id, domain)
    )`.execute(database);
    await sql`create unique index domain_proven on single_sign_on.domain (domain) where proven_by is not null`.execute(
      database,
    );
    await sql`create table single_sign_on.identity (
      organization_id int not null references tenancy.organization on delete cascade,
      issuer text not null,
      subject text not null,
      person_id int not null references auth.person on delete cascade,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      primary key (organization_id, issuer, subject)
    )`.execute(database);
    await sql`create table single_sign_on.membership (
      organization_id int not null references tenancy.organization on delete cascade,
      person_id int not null references auth.person on delete cascade,
      team_id int not null references tenancy.team on delete cascade,
      primary key (team_id, person_id)
    )`.execute(database);
    await sql`create index identity_person on single_sign_on.identity (person_id)`.execute(database);
    await forceRowSecurity(database, 'single_sign_on.membership');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table single_sign_on.membership, single_sign_on.identity, single_sign_on.domain, single_sign_on.provider`.execute(
      database,
    );
  },
};
