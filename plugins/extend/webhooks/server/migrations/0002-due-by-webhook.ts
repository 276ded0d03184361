import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Finds the messages of each webhook that are due. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create index delivery_due_by_webhook on webhooks.delivery (team_id, webhook_id, next_attempt)
      where state = 'pending' and next_attempt is not null`.execute(database);
    await sql`drop index webhooks.delivery_due`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`create index delivery_due on webhooks.delivery (next_attempt)
      where state = 'pending' and next_attempt is not null`.execute(database);
    await sql`drop index webhooks.delivery_due_by_webhook`.execute(database);
  },
};
