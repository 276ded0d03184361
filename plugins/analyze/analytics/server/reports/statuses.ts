import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { historyRows } from '#plugins/review/item-details/server/kit/index.ts';
import { addDays, cumulated, daysBetween } from '../../common/days.ts';
import type { Series, StageRow } from '../../common/report.ts';
import type { FigureScope } from '../figure-scope.ts';
import { itemsByStatus } from './cards.ts';

type Trx = Kysely<unknown>;

/** Days of a report that names none. */
const DAYS = 90;
/** Most days of a report: ten years. */
const MOST_DAYS = 3660;

/**
 * Items by status with the time they stay in each: from the change that moved an item there, or its creation, to the
 * one that moved it away.
 */
export async function stages(context: RequestContext, scope: FigureScope): Promise<readonly StageRow[]> {
  const { rows } = await context.transaction((trx: Trx) =>
    sql<{ status: number; left: number; mean_ms: number; median_ms: number }>`
    select status, count(*)::int as left, avg(stay)::float8 as mean_ms,
      percentile_cont(0.5) within group (order by stay)::float8 as median_ms from (
      select moved.from_status as status, moved.email, extract(epoch
        from moved.at - coalesce(lag(moved.at) over (partition by moved.item_id
        order by moved.at, moved.id), item.created_at)) * 1000 as stay
      from analytics.transition as moved join ${scope.items} as item on item.id = moved.item_id
        where moved.team_id = ${context.team.id}::int
    ) as stays where ${scope.people === undefined ? sql`true` : scope.counts(sql.ref('stays.email'))}
      group by status`.execute(trx),
  );
  const stays = new Map(rows.map(row => [row.status, row]));
  return (await itemsByStatus(context, scope)).map(row => {
    const stay = stays.get(row.status);
    return { ...row, left: stay?.left ?? 0, mean_ms: stay?.mean_ms ?? null, median_ms: stay?.median_ms ?? null };
  });
}

/**
 * Returns the number of present items in each status at the end of each day, status by status.
 * @throws Fault INVALID_FIELD for days the wrong way round or too many
 */
export async function statusesOverTime(
  context: RequestContext,
  scope: FigureScope,
  range: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<readonly Series[]> {
  const { rows } = await context.transaction((trx: Trx) =>
    sql<{ day: string; status: number; step: number }>`
    with item as materialized (select id, annotation_status, created_at from ${scope.items} as visible),
    changes as materialized (
      select entry.id, entry.item_id, entry.before::int as before, entry.after::int as after, entry.at
        from ${historyRows} as entry join item on item.id = entry.item_id
      where entry.team_id = ${context.team.id}::int and entry.project_id = ${scope.projectId}::int
        and entry.kind = 'status'
    ),
    first as (select distinct on (item_id) item_id, before from changes order by item_id, id)
    select to_char(move.at at time zone ${scope.timeZone}::text, 'YYYY-MM-DD') as day, move.status,
      sum(move.step)::int as step from (
      select item.created_at as at, coalesce(first.before, item.annotation_status) as status, 1 as step from item left
        join first on first.item_id = item.id
      union all select at, before, -1 from changes union all select at, after, 1 from changes
    ) as move group by 1, 2 having sum(move.step) <> 0 order by 1`.execute(trx),
  );
  const to = range.to ?? new Intl.DateTimeFormat('en-CA', { timeZone: scope.timeZone }).format(new Date());
  const from = range.from ?? [addDays(to, 1 - DAYS), addDays(rows[0]?.day ?? to, -1)].toSorted().at(-1)!;
  if (from > to) throw invalidField('from', 'must not be later than to');
  const days = daysBetween(from, to);
  if (days.length > MOST_DAYS) throw invalidField('from', `and to must be at most ${MOST_DAYS} days apart`);
  return scope.workflow.statuses.map(({ value, name }) => ({
    key: `status:${value}`,
    label: name,
    points: cumulated(
      rows.filter(row => row.status === value),
      days,
    ),
  }));
}
