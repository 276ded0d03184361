import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Names of sessions at the identity provider that signed people in: it ends them by these, and they end there. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.session add column provider_session jsonb`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.session drop column provider_session`.execute(database);
  },
};
