import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Contents of the files of items, read from their packets once. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table editor_video.media (
      team_id int not null,
      item_id int not null,
      blob_hash text not null,
      duration bigint not null,
      facts jsonb not null,
      primary key (team_id, item_id),
      foreign key (team_id, item_id) references items.item (team_id, id) on delete cascade
    )`.execute(database);
    await forceRowSecurity(database, 'editor_video.media');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table editor_video.media`.execute(database);
  },
};
