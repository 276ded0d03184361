import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/**
 * Events of a team, in order. `seq` comes from a counter row locked until commit, so no reader ever skips a late
 * commit.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table kernel.event_counter (team_id int primary key, seq bigint not null)`.execute(database);
    await sql`create table kernel.event_log (
      team_id int not null,
      seq bigint not null,
      name text not null,
      payload jsonb not null,
      by_email text,
      at timestamptz not null default now(),
      primary key (team_id, seq)
    )`.execute(database);
    await sql`create index event_log_at on kernel.event_log (at)`.execute(database);
    await forceRowSecurity(database, 'kernel.event_counter');
    await forceRowSecurity(database, 'kernel.event_log');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table kernel.event_log, kernel.event_counter`.execute(database);
  },
};
