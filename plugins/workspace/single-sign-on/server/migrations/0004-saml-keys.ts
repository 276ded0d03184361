import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Keys with which providers encrypt their assertions to an organization. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table single_sign_on.saml_key (
      organization_id int primary key references tenancy.organization on delete cascade,
      sealed_key text not null,
      certificate text not null,
      created_at timestamptz not null default now()
    )`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table single_sign_on.saml_key`.execute(database);
  },
};
