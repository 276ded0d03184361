import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { forceRowSecurity } from '#core/data/server/index.ts';

/** Components that people keep to put them into other forms. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table form.snippet (
      id int generated always as identity primary key,
      team_id int not null,
      name text not null,
      components json not null,
      shared boolean not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      unique (team_id, id)
    )`.execute(database);
    await sql`create unique index snippet_name on form.snippet (team_id, created_by, lower(name))`.execute(database);
    await forceRowSecurity(database, 'form.snippet');
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop table form.snippet`.execute(database);
  },
};
