import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Small pictures of videos, by the file they are made of. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table editor_video.filmstrip (
      team_id int not null,
      blob_hash text not null,
      state text not null,
      strip_hash text,
      thumbnail_hash text,
      lores_hash text,
      width int,
      height int,
      frames jsonb,
      primary key (team_id, blob_hash)
    )`.execute(database);
    await forceRowSecurity(database, 'editor_video.filmstrip');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table editor_video.filmstrip`.execute(database);
  },
};
