import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Invitations whose acceptance hands the organization over, as long as it has the owner that the column names. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.invitation
      add column replaces_owner int references auth.person on delete set null`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.invitation drop column replaces_owner`.execute(database);
  },
};
