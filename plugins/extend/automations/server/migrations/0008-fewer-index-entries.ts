import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Indexes of steps know unfinished ones by their end alone, so that the begin of a step needs no new entries, and there
 * is room for it in the same page. The age of runs follows the order in which they are stored.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`drop index automations.step_waiting, automations.step_due, automations.run_age`.execute(database);
    await sql`alter table automations.step drop constraint step_team_id_id_key`.execute(database);
    await sql`alter table automations.step set (fillfactor = 70)`.execute(database);
    await sql`create index step_waiting on automations.step (team_id, event_id, id) where finished_at is null`.execute(
      database,
    );
    await sql`create index step_due on automations.step (due_at) where waits and finished_at is null`.execute(database);
    await sql`create index run_age on automations.run using brin (created_at)`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop index automations.step_waiting, automations.step_due, automations.run_age`.execute(database);
    await sql`alter table automations.step reset (fillfactor)`.execute(database);
    await sql`alter table automations.step add unique (team_id, id)`.execute(database);
    await sql`create index step_waiting on automations.step (team_id, event_id, id) where state in ('NOT_STARTED', 'IN_PROGRESS')`.execute(
      database,
    );
    await sql`create index step_due on automations.step (due_at) where waits and state = 'NOT_STARTED'`.execute(
      database,
    );
    await sql`create index run_age on automations.run (created_at)`.execute(database);
  },
};
