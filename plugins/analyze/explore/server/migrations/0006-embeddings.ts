import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/**
 * Vectors of pictures and of their objects (`position` as in `explore.instance`, -1 for the whole picture), and the job
 * that makes them.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table explore.embedding (
      team_id int not null, project_id int not null, item_id int not null, position int not null,
      source text not null, provider text not null, vector bytea, tags jsonb, label_doubt double precision, oddness double precision, made_at timestamptz not null default now(),
      primary key (team_id, item_id, position),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index embedding_project on explore.embedding (team_id, project_id)`.execute(database);
    await sql`create table explore.embedding_sync (
      team_id int not null, project_id int not null, job_id uuid not null, provider text, primary key (team_id, project_id),
      foreign key (team_id, project_id) references projects.project (team_id, id) on delete cascade
    )`.execute(database);
    for (const table of ['embedding', 'embedding_sync']) await forceRowSecurity(database, `explore.${table}`);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table explore.embedding_sync, explore.embedding`.execute(database);
  },
};
