import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Links to subsets led to no page: the table goes until there is one. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`drop table explore.subset_share`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`create table explore.subset_share (
      team_id int not null, project_id int not null, subset_id int not null, token_hash text not null, created_at timestamptz not null default now(), creator text not null,
      primary key (team_id, subset_id), unique (token_hash),
      foreign key (team_id, project_id, subset_id) references explore.subset (team_id, project_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'explore.subset_share');
  },
};
