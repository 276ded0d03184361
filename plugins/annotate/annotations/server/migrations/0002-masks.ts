import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Masks of pixel annotations that a team has sent; a document names the one it belongs to by its hash. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table annotations.mask (
      team_id int not null,
      hash text not null,
      width int not null,
      height int not null,
      bytes int not null,
      colors jsonb not null,
      soft_alpha jsonb,
      created_at timestamptz not null default now(),
      primary key (team_id, hash)
    )`.execute(database);
    await forceRowSecurity(database, 'annotations.mask');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table annotations.mask`.execute(database);
  },
};
