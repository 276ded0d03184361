import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Suggestions of new boxes: where each one lies, the job that looks for them, and how many pictures it has seen. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table explore.suggestion add column x double precision, add column y double precision,
      add column width double precision, add column height double precision`.execute(database);
    await sql`alter table explore.suggestion_set add column job_id text, add column searched int not null default 0`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`delete from explore.suggestion_set where kind = 'box'`.execute(database);
    await sql`alter table explore.suggestion_set drop column searched, drop column job_id`.execute(database);
    await sql`alter table explore.suggestion drop column height, drop column width, drop column y, drop column x`.execute(
      database,
    );
  },
};
