import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Identity providers that speak SAML 2.0, and the assertions that were used: each signs in once, on whichever server it
 * arrives.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table single_sign_on.provider
      add column protocol text not null default 'oidc' check (protocol in ('oidc', 'saml')),
      add column sso_url text,
      add column certificates jsonb not null default '[]',
      add column provider_initiated boolean not null default false,
      add constraint provider_saml check (protocol <> 'saml' or sso_url is not null)`.execute(database);
    await sql`create table single_sign_on.used_assertion (
      organization_id int not null references tenancy.organization on delete cascade,
      issuer text not null,
      assertion_id text not null,
      expires_at timestamptz not null,
      primary key (organization_id, issuer, assertion_id)
    )`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table single_sign_on.used_assertion`.execute(database);
    await sql`delete from single_sign_on.provider where protocol = 'saml'`.execute(database);
    await sql`alter table single_sign_on.provider
      drop column protocol, drop column sso_url, drop column certificates, drop column provider_initiated`.execute(
      database,
    );
  },
};
