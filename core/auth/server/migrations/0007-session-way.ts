import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Ways in which the people of sessions signed in; sessions from before count as opened by a password. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.session add column way text not null default 'password'
      check (way in ('password', 'second-step', 'passkey', 'provider'))`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table auth.session drop column way`.execute(database);
  },
};
