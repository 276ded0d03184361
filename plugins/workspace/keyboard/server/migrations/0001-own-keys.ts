import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** The keys people have chosen. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table keyboard.own_keys (
      team_id int not null,
      email text not null,
      revision int not null,
      preset text not null,
      keys jsonb not null,
      updated_at timestamptz not null default now(),
      primary key (team_id, email)
    )`.execute(database);
    await forceRowSecurity(database, 'keyboard.own_keys');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table keyboard.own_keys`.execute(database);
  },
};
