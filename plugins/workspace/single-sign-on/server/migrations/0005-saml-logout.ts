import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Addresses for single logout of SAML providers. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table single_sign_on.provider add column slo_url text`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table single_sign_on.provider drop column slo_url`.execute(database);
  },
};
