import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/**
 * Changes that imports made, so that they can be undone. Imports that were not started are cancelled: their reports
 * have another form.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`update exchange.import set report = null, choices = null, result = null, status = case when status in (1, 2, 3) then 5 else status end`.execute(
      database,
    );
    await sql`alter table exchange.import
      add column added jsonb,
      add column undo_result jsonb,
      add unique (team_id, id),
      drop constraint import_status_check,
      add constraint import_status_check check (status between 1 and 8)`.execute(database);
    await sql`create table exchange.import_change (
      team_id int not null,
      import_id int not null,
      item_id int not null,
      created boolean not null,
      revision int,
      status_before int not null,
      status_after int not null,
      primary key (team_id, import_id, item_id),
      foreign key (team_id, import_id) references exchange.import (team_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'exchange.import_change');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table exchange.import_change`.execute(database);
    await sql`update exchange.import set status = 4 where status > 6`.execute(database);
    await sql`alter table exchange.import
      drop constraint import_team_id_id_key,
      drop column added,
      drop column undo_result,
      drop constraint import_status_check,
      add constraint import_status_check check (status between 1 and 6)`.execute(database);
  },
};
