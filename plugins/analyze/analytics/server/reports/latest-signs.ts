import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { annotationRows } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { FigureScope } from '../figure-scope.ts';

/** Rows with the person who made a change, its time and its item, in an index of these columns of a project. */
interface Changes {
  readonly rows: RawBuilder<unknown>;
  readonly email: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
}

const MOVES: Changes = { rows: sql`analytics.transition`, email: sql.ref('email'), at: sql.ref('at') };
const SAVES: Changes = { rows: sql`${annotationRows}`, email: sql.ref('updated_by'), at: sql.ref('updated_at') };

/**
 * A table expression of the latest status change and the latest save of each person whose work counts, on items of the
 * scope: `email` in lower case, `at` and `item_id`. It reads from an index a row for each person and those of items
 * outside of the scope that were changed later, not all that was ever changed.
 */
export const latestSigns = (teamId: number, scope: FigureScope): RawBuilder<unknown> =>
  sql`(${latest(MOVES, teamId, scope)} union all ${latest(SAVES, teamId, scope)})`;

function latest({ rows, email, at }: Changes, teamId: number, scope: FigureScope): RawBuilder<unknown> {
  const ofProject = sql`changed.team_id = ${teamId}::int and changed.project_id = ${scope.projectId}::int`;
  const column = sql`changed.${email}`;
  return sql`(
    with recursive person as (
      (select ${column} as email from ${rows} as changed where ${ofProject} and ${column} is not null
        order by ${column} limit 1)
      union all
      select (select ${column} from ${rows} as changed where ${ofProject} and ${column} > person.email
        order by ${column} limit 1) from person where person.email is not null
    )
    select lower(person.email) as email, sign.at, sign.item_id from person cross join lateral (
      select changed.${at} as at, changed.item_id from ${rows} as changed
        join ${scope.items} as item on item.id = changed.item_id
        where ${ofProject} and ${column} = person.email
        order by changed.${at} desc, changed.item_id desc limit 1
    ) as sign where person.email is not null and ${scope.counts(sql.ref('person.email'))})`;
}
