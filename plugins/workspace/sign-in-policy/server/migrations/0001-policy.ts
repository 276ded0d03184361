import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The policy of each organization. Only system transactions read it. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table sign_in_policy.policy (
      organization_id int primary key references tenancy.organization on delete cascade,
      second_step boolean not null,
      session_hours int check (session_hours > 0),
      networks jsonb not null,
      password_length int check (password_length > 0),
      version int not null
    )`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table sign_in_policy.policy`.execute(database);
  },
};
