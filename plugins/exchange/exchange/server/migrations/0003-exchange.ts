import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Choices for the format of an export, and for reading an import. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table exchange.export add column options jsonb`.execute(database);
    await sql`alter table exchange.import add column reading jsonb`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table exchange.import drop column reading`.execute(database);
    await sql`alter table exchange.export drop column options`.execute(database);
  },
};
