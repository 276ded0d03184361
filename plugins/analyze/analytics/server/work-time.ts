import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { beatRows } from '#plugins/manage/time-tracker/server/kit/index.ts';
import type { FigureScope } from './figure-scope.ts';

/**
 * A table expression of active time: one row for each gap between two signs of work that counts, with `item_id`,
 * `email`, `at` and
 * `gap` in milliseconds. Gaps longer than the project's limit count nothing, and the time belongs to the item of the
 * sign that ends it.
 */
export function workTime(
  teamId: number,
  { projectId, idle, counts }: FigureScope & { readonly idle: number },
): RawBuilder<unknown> {
  return sql`(select item_id, lower(email) as email, at, gap from (
    select beat.item_id, beat.email, beat.at, beat.type,
      extract(epoch from beat.at - lag(beat.at) over (partition by beat.email
        order by beat.at, beat.type = 'open', beat.beat)) * 1000 as gap
    from ${beatRows} as beat where beat.team_id = ${teamId}::int and beat.project_id = ${projectId}::int
      and ${counts(sql.ref('beat.email'))}
  ) as gaps where gap <= ${idle}::float8 and type <> 'open')`;
}

/** True while something measures time. */
export const isTimed = (scope: FigureScope): scope is FigureScope & { readonly idle: number } =>
  scope.idle !== undefined;
