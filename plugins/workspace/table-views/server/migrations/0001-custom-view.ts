import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Views of tables: of one person, or of the team when nobody is named. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table table_views.view (
      id int generated always as identity primary key,
      team_id int not null,
      email text,
      key text not null,
      name text not null,
      columns jsonb not null,
      sort jsonb not null,
      filters jsonb not null,
      is_default boolean not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique nulls not distinct (team_id, email, key, name)
    )`.execute(database);
    await forceRowSecurity(database, 'table_views.view');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table table_views.view`.execute(database);
  },
};
