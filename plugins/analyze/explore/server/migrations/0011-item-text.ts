import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** The texts of items, as queries search them for words; `source` is the file they were read from. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table explore.item_text (
      team_id int not null, project_id int not null, item_id int not null, source text not null, body text not null,
      primary key (team_id, item_id),
      foreign key (team_id, project_id, item_id) references items.item (team_id, project_id, id) on delete cascade on update cascade
    )`.execute(database);
    await sql`create index item_text_project on explore.item_text (team_id, project_id)`.execute(database);
    await forceRowSecurity(database, 'explore.item_text');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table explore.item_text`.execute(database);
  },
};
