import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Marks invitations whose link went out by mail only: who has such a link reads the mail of the address. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.invitation add column by_mail boolean not null default false`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.invitation drop column by_mail`.execute(database);
  },
};
