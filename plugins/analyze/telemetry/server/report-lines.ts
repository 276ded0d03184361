import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { transitionRows } from '#plugins/analyze/analytics/server/kit/index.ts';
import { beatRows } from '#plugins/manage/time-tracker/server/kit/index.ts';
import { folderRows, itemRows } from '#plugins/workspace/items/server/kit/index.ts';
import { projectRows, settingRows } from '#plugins/workspace/projects/server/kit/index.ts';
import type { ReportRequest } from '../common/api.ts';

type Trx = Kysely<unknown>;
type Row = Readonly<Record<string, string | number | null>>;

/** Rows read at a time. */
const PAGE = 5000;
/** Seconds without a sign of work that still count, where a project has no setting. */
const DEFAULT_IDLE_SECONDS = 900;

/** The columns of a report, in order; the last ones of times depend on the breakdown. */
export function headOf({ type, breakdown }: ReportRequest): readonly string[] {
  if (type === 'status_flow')
    return [
      'time',
      'project_id',
      'project',
      'folder',
      'item_id',
      'item',
      'from',
      'to',
      'user',
      'role',
      'source',
      'seconds_in_from',
    ];
  if (type === 'transitions') return ['user', 'project_id', 'project', 'from', 'to', 'transitions', 'items'];
  return [
    'user',
    'project_id',
    'project',
    ...(breakdown === 'day' ? ['day'] : breakdown === 'item' ? ['folder', 'item_id', 'item'] : []),
    'seconds',
  ];
}

/** The rows of a report, in pages. Deleted items and projects are left out, like in every other figure. */
export async function* readLines(context: RequestContext, request: ReportRequest): AsyncGenerator<readonly Row[]> {
  if (request.type === 'status_flow') yield* statusFlow(context, request);
  else
    yield await context.transaction((trx: Trx) =>
      request.type === 'time' ? times(trx, context, request) : transitions(trx, context, request),
    );
}

const within = (column: RawBuilder<unknown>, { from, to, time_zone: zone }: ReportRequest): RawBuilder<boolean> =>
  sql<boolean>`${column} >= (${from}::date)::timestamp at time zone ${zone}::text
    and ${column} < (${to}::date + 1)::timestamp at time zone ${zone}::text`;
const inProjects = (column: RawBuilder<unknown>, { project_ids: ids }: ReportRequest): RawBuilder<boolean> =>
  ids.length === 0 ? sql<boolean>`true` : sql<boolean>`${column} = any(${[...ids]}::int[])`;
const inFolders = ({ folder_ids: ids }: ReportRequest): RawBuilder<boolean> =>
  ids.length === 0 ? sql<boolean>`true` : sql<boolean>`item.folder_id = any(${[...ids]}::int[])`;
const byPeople = (column: RawBuilder<unknown>, { emails }: ReportRequest): RawBuilder<boolean> =>
  emails.length === 0 ? sql<boolean>`true` : sql<boolean>`lower(${column}) = any(${[...emails]}::text[])`;
/** Joins of what names an item, for rows under the name `logged`. */
const NAMED = sql`join ${itemRows} as item on item.team_id = logged.team_id and item.id = logged.item_id
  and item.deleted_at is null
  join ${folderRows} as folder on folder.team_id = item.team_id and folder.id = item.folder_id
  join ${projectRows} as project on project.team_id = item.team_id and project.id = item.project_id
    and project.deleted_at is null`;

async function* statusFlow(context: RequestContext, request: ReportRequest): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<Row & { readonly id: number }>`
      select logged.id, to_char(logged.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as time, logged.project_id,
        project.name as project, case when folder.is_root then '' else folder.name end as folder,
        item.id as item_id, item.name as item, logged.from_status as "from", logged.to_status as "to",
          logged.email as "user", logged.role, logged.source,
        round(extract(epoch from logged.at - coalesce((select max(before.at) from ${transitionRows} as before
          where before.team_id = logged.team_id and before.item_id = logged.item_id
            and before.id < logged.id), item.created_at)))::int as seconds_in_from
      from ${transitionRows} as logged ${NAMED}
      where logged.team_id = ${context.team.id}::int and logged.id > ${after}::int
        and ${within(sql.ref('logged.at'), request)}
        and ${inProjects(sql.ref('logged.project_id'), request)} and ${byPeople(sql.ref('logged.email'), request)}
        and ${inFolders(request)}
      order by logged.id limit ${PAGE}`.execute(trx),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}

async function transitions(trx: Trx, context: RequestContext, request: ReportRequest): Promise<readonly Row[]> {
  return (
    await sql<Row>`
    select logged.email as "user", logged.project_id, project.name as project, logged.from_status as "from",
      logged.to_status as "to", count(*)::int as transitions, count(distinct logged.item_id)::int as items
    from ${transitionRows} as logged ${NAMED}
    where logged.team_id = ${context.team.id}::int and ${within(sql.ref('logged.at'), request)}
      and ${inProjects(sql.ref('logged.project_id'), request)} and ${byPeople(sql.ref('logged.email'), request)}
      and ${inFolders(request)}
    group by 1, 2, 3, 4, 5 order by 1, 2, 4, 5`.execute(trx)
  ).rows;
}

async function times(trx: Trx, context: RequestContext, request: ReportRequest): Promise<readonly Row[]> {
  const { breakdown, time_zone: zone } = request;
  const part =
    breakdown === 'day'
      ? sql`to_char(logged.at at time zone ${zone}::text, 'YYYY-MM-DD') as day,`
      : breakdown === 'item'
        ? sql`case when folder.is_root then '' else folder.name end as folder, item.id as item_id, item.name as item,`
        : sql``;
  const groups = breakdown === 'project' ? sql`1, 2, 3` : breakdown === 'day' ? sql`1, 2, 3, 4` : sql`1, 2, 3, 4, 5, 6`;
  // The gap before the first sign of work of the range belongs to it, so those shortly before it are read too.
  return (
    await sql<Row>`
    select logged.email as "user", logged.project_id, project.name as project,
      ${part} round(sum(logged.gap))::int as seconds from (
      select beat.team_id, beat.project_id, beat.item_id, lower(beat.email) as email, beat.at, beat.type,
        extract(epoch from beat.at - lag(beat.at) over (partition by beat.project_id, beat.email
          order by beat.at, beat.type = 'open', beat.beat)) as gap,
        coalesce((select (setting.value #>> '{}')::float8 from ${settingRows} as setting
          where setting.team_id = beat.team_id and setting.project_id = beat.project_id
          and setting.attribute = 'MaxIdleDuration'
            and jsonb_typeof(setting.value) = 'number'), ${DEFAULT_IDLE_SECONDS}) as idle
      from ${beatRows} as beat where beat.team_id = ${context.team.id}::int
        and beat.at >= ${request.from}::date - interval '2 days' and ${inProjects(sql.ref('beat.project_id'), request)}
        and ${byPeople(sql.ref('beat.email'), request)}
    ) as logged ${NAMED}
    where logged.gap <= logged.idle and logged.type <> 'open' and ${within(sql.ref('logged.at'), request)}
      and ${inFolders(request)}
    group by ${groups} order by ${groups}`.execute(trx)
  ).rows;
}
