import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Addresses at which SAML providers are asked to sign a person out, and told that one signed out here. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table single_sign_on.provider add column slo_url text`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table single_sign_on.provider drop column slo_url`.execute(database);
  },
};
