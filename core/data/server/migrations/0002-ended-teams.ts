import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { TEAM_ENDED } from '../database-faults.ts';
import { TEAM_LOCK } from '../team-lock.ts';
import { shareTable } from '../tenant-tables.ts';

/**
 * Teams that are deleted or about to be, and the door of every transaction of a team: it shares a lock that the
 * deletion of the team takes alone. The function is volatile, so what it reads after the lock is as the deletion left
 * it.
 */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create table data.ended_team (id int primary key, ended_at timestamptz not null default now())`.execute(
      database,
    );
    await shareTable(database, 'data.ended_team', ['select']);
    await sql`create function data.enter_team(team int) returns void language plpgsql volatile as ${sql.lit(`
      begin
        if not pg_try_advisory_xact_lock_shared(${TEAM_LOCK}, team) then
          if exists (select from data.ended_team e where e.id = team) then raise exception 'team % has ended', team using errcode = '${TEAM_ENDED}'; end if;
          perform pg_advisory_xact_lock_shared(${TEAM_LOCK}, team);
        end if;
        if exists (select from data.ended_team e where e.id = team) then raise exception 'team % has ended', team using errcode = '${TEAM_ENDED}'; end if;
      end`)}`.execute(database);
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`drop function data.enter_team`.execute(database);
    await sql`drop table data.ended_team`.execute(database);
  },
};
