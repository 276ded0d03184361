import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Signs of work on items. They go where their item goes, and with it. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table time_tracker.beat (
      team_id int not null,
      beat uuid not null,
      project_id int not null,
      item_id int not null,
      email text not null,
      at timestamptz not null,
      type text not null,
      received_at timestamptz not null default now(),
      primary key (team_id, beat),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index beat_person on time_tracker.beat (team_id, project_id, email, at)`.execute(database);
    await sql`create index beat_item on time_tracker.beat (team_id, project_id, item_id)`.execute(database);
    await forceRowSecurity(database, 'time_tracker.beat');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table time_tracker.beat`.execute(database);
  },
};
