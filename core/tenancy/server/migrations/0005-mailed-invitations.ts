import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** True when the link of an invitation went out by mail only: then who has it reads the mail of the address. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.invitation add column by_mail boolean not null default false`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.invitation drop column by_mail`.execute(database);
  },
};
