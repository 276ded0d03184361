import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Uses of a score, and the audience of its values. */
export default {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table scores.score
      add column project_ids jsonb check (jsonb_typeof(project_ids) = 'array'),
      add column visible_to text not null default 'everyone' check (visible_to in ('admins', 'member', 'everyone'))`.execute(
      database,
    );
  },
  async down(database: Kysely<unknown>): Promise<void> {
    await sql`alter table scores.score drop column project_ids, drop column visible_to`.execute(database);
  },
};
