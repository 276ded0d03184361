import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Trial, end and limits of the licence of an organization; null is no trial, no end and no limit. Items, like projects,
 * are those of each team.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.organization
      add column trial_started_at timestamptz,
      add column licence_expires_at timestamptz,
      add column member_limit int check (member_limit >= 0),
      add column item_limit int check (item_limit >= 0),
      add column licence_version int not null default 1`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.organization drop column trial_started_at, drop column licence_expires_at,
      drop column member_limit, drop column item_limit, drop column licence_version`.execute(database);
  },
};
