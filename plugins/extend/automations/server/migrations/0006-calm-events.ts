import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Events that wait for the end of a window in which those of the same item count as one. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table automations.event drop constraint event_held_for_check, add constraint event_held_for_check
      check (held_for in ('off', 'minute', 'day', 'concurrent', 'code', 'calm'))`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`update automations.event set held_for = 'minute' where held_for = 'calm'`.execute(database);
    await sql`alter table automations.event drop constraint event_held_for_check, add constraint event_held_for_check
      check (held_for in ('off', 'minute', 'day', 'concurrent', 'code'))`.execute(database);
  },
};
