import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Converted videos, by the file they are made of. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table editor_video.proxy (
      team_id int not null,
      blob_hash text not null,
      state text not null,
      job_id text,
      error text,
      proxy_hash text,
      primary key (team_id, blob_hash)
    )`.execute(database);
    await forceRowSecurity(database, 'editor_video.proxy');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table editor_video.proxy`.execute(database);
  },
};
