import type { PluginMigration } from '@loupe/sdk/plugin/server';
import { forceRowSecurity, sql } from '@loupe/sdk/plugin/server';

/** Notes of teams; a team sees its own only. */
const migration: PluginMigration = {
  async up(database) {
    await sql`create table team_notes.note (
      id int generated always as identity primary key,
      team_id int not null,
      text text not null,
      author text not null,
      created_at timestamptz not null default now()
    )`.execute(database);
    await sql`create index note_team on team_notes.note (team_id, id desc)`.execute(database);
    await forceRowSecurity(database, 'team_notes.note');
  },
  async down(database) {
    await sql`drop table team_notes.note`.execute(database);
  },
};
export default migration;
