import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { withAllRows } from '#core/data/server/index.ts';

/** Gives the projects there are the setting of a due date, which none has yet. */
export default {
  up: (database: Kysely<unknown>): Promise<void> =>
    withAllRows(database, async all => {
      await sql`insert into projects.setting (team_id, project_id, attribute, value)
        select team_id, id, 'DueDate', '""'::jsonb from projects.project`.execute(all);
    }),
  down: (database: Kysely<unknown>): Promise<void> =>
    withAllRows(database, async all => {
      await sql`delete from projects.setting where attribute = 'DueDate'`.execute(all);
    }),
};
