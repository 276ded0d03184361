import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity, withAllRows } from '#core/data/server/index.ts';

/** Projects whose status a person chose: it no longer follows that of their items. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create schema if not exists project_progress`.execute(database);
    await sql`create table project_progress.chosen_status (
      team_id int not null,
      project_id int not null,
      primary key (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'project_progress.chosen_status');
    // Until now only people set the status of a project.
    await withAllRows(database, trx =>
      sql`insert into project_progress.chosen_status (team_id, project_id) select team_id, id from projects.project where status <> 1`.execute(
        trx,
      ),
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table project_progress.chosen_status`.execute(database);
  },
};
