import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { statusKinds } from '#plugins/organize/workflow/common/index.ts';
import { classRows } from '#plugins/workspace/classes/server/kit/index.ts';
import { projectRows } from '#plugins/workspace/projects/server/kit/index.ts';
import { quoted } from '../../common/query-text.ts';
import type { Card, StatusRow } from '../../common/report.ts';
import type { FigureScope } from '../figure-scope.ts';
import { isTimed, workTime } from '../work-time.ts';
import { latestSigns } from './latest-signs.ts';
import { MOST_NAMED, named, shareOf } from './report.ts';

type Trx = Kysely<unknown>;

/** Codes of the statuses whose items count as completed. */
export const completedStatuses = ({ workflow }: FigureScope): readonly number[] =>
  workflow.statuses.filter(each => each.kind === statusKinds.end).map(each => each.value);

/** The condition that finds items in some statuses. */
export const inStatuses = ({ workflow }: FigureScope, values: readonly number[]): string =>
  `status IN [${workflow.statuses
    .filter(each => values.includes(each.value))
    .map(each => quoted(each.name))
    .join(', ')}]`;

/** Counts the items of a scope by status, in the order of the workflow; a status without items counts none. */
export async function itemsByStatus(context: RequestContext, scope: FigureScope): Promise<readonly StatusRow[]> {
  const { rows } = await context.transaction((trx: Trx) =>
    sql<{
      status: number;
      items: number;
    }>`select item.annotation_status as status, count(*)::int as items from ${scope.items} as item group by 1`.execute(
      trx,
    ),
  );
  const counts = new Map(rows.map(row => [row.status, row.items]));
  const total = rows.reduce((sum, row) => sum + row.items, 0);
  return scope.workflow.statuses.map(({ value, name }) => ({
    status: value,
    name,
    items: counts.get(value) ?? 0,
    share: shareOf(counts.get(value) ?? 0, total),
    query: scope.query(`status = ${quoted(name)}`),
  }));
}

/** The numbers at the top of a project's analytics. */
export async function cards(context: RequestContext, scope: FigureScope): Promise<readonly Card[]> {
  const team = context.team.id;
  const ends = completedStatuses(scope);
  return context.transaction(async (trx: Trx) => {
    const hidden = await hiddenClassIds(trx, context, scope);
    const isWhole = scope.people === undefined && hidden.length === 0;
    const {
      rows: [items],
    } = await sql<{
      items: number;
      completed: number;
      approved: number;
      disapproved: number;
      objects: number;
    }>`select count(*)::int as items,
      (count(*) filter (where item.annotation_status = any(${[...ends]}::int[])))::int as completed,
      (count(*) filter (where item.approval_status = 2))::int as approved,
      (count(*) filter (where item.approval_status = 1))::int as disapproved,
      ${isWhole ? sql`coalesce(sum(counted.objects), 0)` : sql`0`}::int as objects
      from ${scope.items} as item${
        isWhole
          ? sql` left join analytics.document as counted on counted.team_id = ${team}::int and counted.item_id = item.id`
          : sql``
      }`.execute(trx);
    const objects = isWhole ? items!.objects : await objectsOf(trx, context, scope, hidden);
    const {
      rows: [active],
    } = await sql<{
      people: number;
      all: readonly string[] | null;
      last: Date | null;
      last_item: number | null;
    }>`select (count(distinct email) filter (where at > now() - interval '24 hours'))::int as people,
      array_agg(distinct email) as all, max(at) as last,
      (max(array[(extract(epoch from at) * 1e6)::bigint, item_id]))[2]::int as last_item
      from ${latestSigns(team, scope)} as sign`.execute(trx);
    const {
      rows: [project],
    } = await sql<{
      created_at: Date;
    }>`select created_at from ${projectRows} where team_id = ${team}::int and id = ${scope.projectId}::int`.execute(
      trx,
    );
    const time = !isTimed(scope)
      ? undefined
      : (
          await sql<{ time: string | null; item_ids: readonly number[] | null }>`select sum(spent.gap) as time,
            (array_agg(spent.item_id order by spent.gap desc, spent.item_id))[1:${sql.lit(MOST_NAMED)}] as item_ids
            from (select work.item_id, sum(work.gap) as gap from ${workTime(team, scope)} as work
              join ${scope.items} as item on item.id = work.item_id group by work.item_id) as spent`.execute(trx)
        ).rows[0];
    const known = scope.contributors.map(each => each.email.toLowerCase());
    const people = scope.people?.length ?? new Set([...known, ...(active!.all ?? [])]).size;
    return [
      { key: 'items', label: 'Items', value: items!.items, unit: 'items', query: scope.query() },
      {
        key: 'completed',
        label: 'Completed',
        value: items!.completed,
        unit: 'items',
        query: scope.query(inStatuses(scope, ends)),
      },
      {
        key: 'progress',
        label: 'Progress',
        value: shareOf(items!.completed, items!.items) * 100,
        unit: 'percent',
        // What is left of the way.
        query: scope.query(
          inStatuses(
            scope,
            scope.workflow.statuses.map(each => each.value).filter(each => !ends.includes(each)),
          ),
        ),
      },
      { key: 'objects', label: 'Objects', value: objects, unit: 'objects', query: scope.query('instanceCount() > 0') },
      {
        key: 'approved',
        label: 'Approved',
        value: items!.approved,
        unit: 'items',
        query: scope.query('approvalStatus = true'),
      },
      {
        key: 'disapproved',
        label: 'Disapproved',
        value: items!.disapproved,
        unit: 'items',
        query: scope.query('approvalStatus = false'),
      },
      {
        key: 'active',
        label: 'Active (24 h)',
        value: active!.people,
        unit: 'people',
        query: scope.query('history(at > hoursAgo(24)) OR lastAction.timestamp > hoursAgo(24)'),
      },
      { key: 'people', label: 'People', value: people, unit: 'people', query: null },
      ...(time === undefined
        ? []
        : [
            {
              key: 'time',
              label: 'Active time',
              value: Math.round(Number(time.time ?? 0)),
              unit: 'milliseconds' as const,
              query: named(scope, time.item_ids),
            },
          ]),
      {
        key: 'last',
        label: 'Last activity',
        value: active!.last?.toISOString() ?? null,
        unit: 'time',
        query: named(scope, active!.last_item === null ? [] : [active!.last_item]),
      },
      { key: 'created', label: 'Created', value: project!.created_at.toISOString(), unit: 'time', query: null },
    ];
  });
}

/** Counts the objects of the scope that people made whose work counts, without those of hidden classes. */
async function objectsOf(
  trx: Trx,
  context: RequestContext,
  scope: FigureScope,
  hidden: readonly number[],
): Promise<number> {
  const {
    rows: [found],
  } = await sql<{
    objects: number;
  }>`select coalesce(sum(counted.objects), 0)::int as objects from analytics.object_count as counted
    join ${scope.items} as item on item.id = counted.item_id
    where counted.team_id = ${context.team.id}::int
      and ${scope.people === undefined ? sql`true` : scope.counts(sql.ref('counted.email'))}
      and not (counted.class_id = any(${[...hidden]}::int[]))`.execute(trx);
  return found!.objects;
}

/** Ids of the classes that a form made for components the caller may not see. */
export async function hiddenClassIds(
  trx: Trx,
  context: RequestContext,
  { projectId, hiddenClasses }: FigureScope,
): Promise<readonly number[]> {
  if (hiddenClasses.size === 0) return [];
  const { rows } = await sql<{
    id: number;
  }>`select id from ${classRows} where team_id = ${context.team.id}::int and project_id = ${projectId}::int
    and name = any(${[...hiddenClasses]}::text[])`.execute(trx);
  return rows.map(row => row.id);
}
