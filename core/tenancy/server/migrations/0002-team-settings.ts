import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The picture of a team and what its admins choose for it. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.team
      add column avatar_hash text,
      add column default_workflow_id int,
      add column invitation_days smallint not null default 14`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table tenancy.team drop column avatar_hash, drop column default_workflow_id, drop column invitation_days`.execute(
      database,
    );
  },
};
