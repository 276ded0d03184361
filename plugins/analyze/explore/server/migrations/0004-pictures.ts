import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Measures of pictures, and the job that takes them. The four blocks of the hash find near hashes by equality. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table explore.picture (
      team_id int not null, project_id int not null, item_id int not null, file text not null,
      hash bit(64), block0 int, block1 int, block2 int, block3 int, duplicate_group int,
      brightness double precision, contrast double precision, sharpness double precision, descriptor bytea,
      measured_at timestamptz not null default now(), primary key (team_id, item_id),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    for (const block of ['block0', 'block1', 'block2', 'block3', 'duplicate_group'])
      await sql`create index ${sql.id(`picture_${block}`)} on explore.picture (team_id, project_id, ${sql.id(block)})`.execute(
        database,
      );
    await sql`create table explore.picture_sync (
      team_id int not null, project_id int not null, job_id uuid not null, primary key (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    for (const table of ['picture', 'picture_sync']) await forceRowSecurity(database, `explore.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table explore.picture_sync, explore.picture`.execute(database);
  },
};
