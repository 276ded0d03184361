import { injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { PipelineFigures } from '../../common/pipeline-figures.ts';
import type { AutomationTables } from '../automation-tables.ts';
import type { RunFilter } from './run-history.ts';
import { filtered } from './run-history.ts';

type Trx = Kysely<AutomationTables>;

interface Counts {
  pending: number;
  running: number;
  success: number;
  failed: number;
}

const counted = sql<Counts>`jsonb_build_object(
  'pending', count(*) filter (where run.state = 'NOT_STARTED'), 'running', count(*) filter (where run.state = 'IN_PROGRESS'),
  'success', count(*) filter (where run.state = 'COMPLETED'), 'failed', count(*) filter (where run.state = 'FAILED'))`;

/** Seconds of the widths of a chart, to keep one answer small; a month counts 28 days. */
const WIDTH = { month: 2_419_200, day: 86_400, hour: 3_600, minute: 60, second: 1 } as const;
const MOST_BARS = 1_000;

/** Pipelines of the dashboard. */
const MOST_PIPELINES = 10;

/** Counts of runs. */
@injectable()
export class RunStatistics {
  /** The last 24 hours, and what waits now. */
  async dashboard(
    context: RequestContext,
  ): Promise<{ last_day: Counts; waiting: number; median_wait_ms: number | null; pipelines: PipelineFigures[] }> {
    return context.transaction(async (trx: Trx) => {
      const { rows } = await sql<{ last_day: Counts; waiting: number; median_wait_ms: number | null }>`
        select ${counted} as last_day,
          (select count(*)::int from automations.run as waiting where waiting.team_id = ${context.team.id}::int and waiting.finished_at is null) as waiting,
          round(extract(epoch from percentile_cont(0.5) within group (order by run.started_at - run.created_at)) * 1000)::int as median_wait_ms
        from automations.run as run where run.team_id = ${context.team.id}::int and run.created_at > now() - interval '24 hours'`.execute(
        trx,
      );
      return { ...rows[0]!, pipelines: await busiest(trx, context.team.id) };
    });
  }

  /** Runs over time, in the caller's time zone. Widths without runs are left out. @throws Fault INVALID_FIELD */
  async chart(
    context: RequestContext,
    query: RunFilter & { readonly from: string; readonly to: string; readonly bucket: keyof typeof WIDTH },
    timeZone: string,
  ): Promise<(Counts & { t: string })[]> {
    const [from, to] = [new Date(query.from), new Date(query.to)];
    if (to <= from) throw invalidField('to', 'must be after from');
    if ((to.getTime() - from.getTime()) / 1000 / WIDTH[query.bucket] > MOST_BARS)
      throw invalidField('bucket', `is too narrow for this time: use a wider one, at most ${MOST_BARS} of it`);
    return context.transaction(async (trx: Trx) => {
      const start = sql<Date>`date_trunc(${sql.lit(query.bucket)}, run.created_at, ${sql.lit(zoneOf(timeZone))})`;
      const rows = await filtered(trx.selectFrom('automations.run as run'), query)
        .select([start.as('t'), counted.as('counts')])
        .where('run.created_at', '>=', from)
        .where('run.created_at', '<', to)
        .groupBy(start)
        .orderBy(start)
        .execute();
      return rows.map(row => ({ t: row.t.toISOString(), ...row.counts }));
    });
  }
}

/** Returns the pipelines with the most code, then the most runs, of the last 24 hours. */
async function busiest(trx: Trx, teamId: number): Promise<PipelineFigures[]> {
  const { rows } = await sql<PipelineFigures>`
    with runs as (
      select pipeline_id, count(*)::int as runs, count(*) filter (where state = 'FAILED')::int as failed, min(id) as first
      from automations.run where team_id = ${teamId}::int and created_at > now() - interval '24 hours' group by pipeline_id
    ), code as (
      select runs.pipeline_id, coalesce(sum((step.trace->>'run_ms')::float), 0) / 1000 as seconds
      from runs join automations.step as step
        on step.team_id = ${teamId}::int and step.pipeline_id = runs.pipeline_id and step.run_id >= runs.first
      group by runs.pipeline_id
    ), failing as (
      select distinct on (counted.pipeline_id) counted.pipeline_id, counted.action_type from (
        select step.pipeline_id, step.action_type, count(distinct step.run_id) as times
        from runs join automations.step as step
          on step.team_id = ${teamId}::int and step.pipeline_id = runs.pipeline_id and step.run_id >= runs.first
        where step.state = 'FAILED' and not exists (select from automations.step as later where later.team_id = ${teamId}::int
          and later.run_id = step.run_id and later.node_id = step.node_id and later.attempt > step.attempt)
        group by step.pipeline_id, step.action_type
      ) as counted order by counted.pipeline_id, counted.times desc, counted.action_type
    )
    select runs.pipeline_id, pipeline.name, runs.runs, runs.failed, coalesce(code.seconds, 0) as code_seconds,
      failing.action_type as failing
    from runs join automations.pipeline as pipeline on pipeline.team_id = ${teamId}::int and pipeline.id = runs.pipeline_id
    left join code on code.pipeline_id = runs.pipeline_id
    left join failing on failing.pipeline_id = runs.pipeline_id
    order by code_seconds desc, runs.runs desc, runs.pipeline_id limit ${MOST_PIPELINES}`.execute(trx);
  return rows;
}

/** Returns the name of a time zone that this server knows, or UTC. */
export function zoneOf(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
