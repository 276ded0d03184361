import { inject, injectable } from 'inversify';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Database } from '#core/data/server/index.ts';
import type { RunView, TaskResult } from '../../common/api.ts';
import { eventTypeOf } from '../../common/event-types.ts';
import { automationsEvents } from '../../common/events.ts';
import type { RunState } from '../../common/run-states.ts';
import type { AutomationTables, RunRow, StateChange, StepRow } from '../automation-tables.ts';
import { TeamLimits } from '../limits/team-limits.ts';
import { EventOutbox } from './event-outbox.ts';
import { endRuns } from './step-store.ts';

type Trx = Kysely<AutomationTables>;

/** Filter of runs. */
export interface RunFilter {
  readonly pipeline_id?: number | undefined;
  readonly state?: RunState | undefined;
  readonly event?: string | undefined;
}

/** Runs of pipelines for events: runs with their steps, stopped or repeated on demand. */
@injectable()
export class RunHistory {
  constructor(
    @inject(EventOutbox) private readonly outbox: EventOutbox,
    @inject(TeamLimits) private readonly limits: TeamLimits,
  ) {}

  /** Newest first. */
  async list(
    context: RequestContext,
    filter: RunFilter & { readonly offset: number; readonly limit: number },
  ): Promise<{ data: RunView[]; total_count: number }> {
    return context.transaction(async (trx: Trx) => {
      const matching = filtered(trx.selectFrom('automations.run as run'), filter);
      const rows = await matching
        .innerJoin('automations.pipeline as pipeline', join =>
          join.onRef('pipeline.team_id', '=', 'run.team_id').onRef('pipeline.id', '=', 'run.pipeline_id'),
        )
        .selectAll('run')
        .select('pipeline.name as pipeline_name')
        .orderBy('run.id', 'desc')
        .offset(filter.offset)
        .limit(filter.limit)
        .execute();
      const { count } = await matching.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
      return { data: rows.map(row => viewOf(row, row.pipeline_name)), total_count: count };
    });
  }

  /** @throws Fault NOT_FOUND */
  async get(context: RequestContext, id: number): Promise<RunView & { context: unknown }> {
    return context.transaction(async (trx: Trx) => {
      const { row, pipelineName } = await find(trx, id);
      return { ...viewOf(row, pipelineName), context: row.context };
    });
  }

  /** Steps of a run in the order in which they came up. @throws Fault NOT_FOUND */
  async steps(context: RequestContext, runId: number): Promise<TaskResult[]> {
    return context.transaction(async (trx: Trx) => {
      await find(trx, runId);
      const rows = await trx
        .selectFrom('automations.step')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('id')
        .execute();
      return rows.map(stepView);
    });
  }

  /**
   * Stops a run: steps that wait fail as revoked. A message that is being sent can't be called back.
   * @throws Fault NOT_FOUND, RUN_FINISHED (409)
   */
  async revoke(context: RequestContext, id: number): Promise<RunView> {
    return context.transaction(async (trx: Trx) => {
      const { row } = await find(trx, id);
      if (row.finished_at !== null)
        throw new Fault('RUN_FINISHED', 'The run is finished, so there is nothing to stop.', { status: 409 });
      await trx
        .updateTable('automations.step')
        .set({ state: 'FAILED', reason: 'revoked', finished_at: new Date() })
        .where('run_id', '=', id)
        .where('state', '=', 'NOT_STARTED')
        .execute();
      await endRuns(context, trx, [id]);
      await context.publish(automationsEvents.ran, { pipeline_id: row.pipeline_id });
      const now = await find(trx, id);
      return viewOf(now.row, now.pipelineName);
    });
  }

  /**
   * Runs the pipeline again, as it is now, for the event of a run.
   * @throws Fault NOT_FOUND, PIPELINE_DISABLED, EVENT_GONE (409)
   */
  async repeat(context: RequestContext, id: number, key?: string): Promise<number> {
    return context.transaction(async (trx: Trx) => {
      const { row } = await find(trx, id);
      await this.limits.demandStart(trx, context.team.id);
      const pipeline = await trx
        .selectFrom('automations.pipeline')
        .selectAll()
        .where('id', '=', row.pipeline_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (pipeline === undefined) throw notFound('The pipeline');
      if (!pipeline.enabled)
        throw new Fault('PIPELINE_DISABLED', 'The pipeline is disabled. Enable it to run it again.', { status: 409 });
      const trigger = await trx
        .selectFrom('automations.trigger')
        .select('node_id')
        .where('pipeline_id', '=', row.pipeline_id)
        .where('node_id', '=', row.node_id)
        .where('type', '=', row.type)
        .executeTakeFirst();
      if (trigger === undefined)
        throw new Fault('EVENT_GONE', 'The pipeline has no longer the event that started this run.', { status: 409 });
      const { op: _, ts_ms: __, before, after, custom_event: values, ...more } = row.context as Partial<StateChange>;
      const ofTeam = eventTypeOf(row.type)?.subject === 'team';
      const [from, to] = [before, after].map(each => each?.[CHANGED_VALUE[row.type] ?? '']);
      return this.outbox.store(context, {
        pipeline_id: row.pipeline_id,
        version: pipeline.version,
        node_id: row.node_id,
        type: row.type,
        project_id: row.project_id,
        items:
          row.item_id === null
            ? []
            : [
                {
                  id: row.item_id,
                  ...(from === undefined ? {} : { from }),
                  ...(to === undefined ? {} : { to }),
                  ...(Object.keys(more).length === 0 ? {} : { more }),
                },
              ],
        ...(row.item_id === null ? { context: ofTeam ? row.context : { before, after } } : {}),
        ...(ofTeam ? { subject: row.subject } : {}),
        ...(ofTeam || values === undefined ? {} : { started: { by: context.user.id, values } }),
        retryOf: row.id,
        ...(key === undefined ? {} : { key: `repeat/${key}` }),
        ownerId: pipeline.owner_id,
      });
    });
  }

  /**
   * Runs a pipeline that is started by hand on items.
   * @throws Fault NOT_FOUND, PIPELINE_DISABLED (409), INVALID_FIELD
   */
  async fire(
    context: RequestContext,
    fired: {
      readonly pipeline_id: number;
      readonly node_id?: string | undefined;
      readonly project_id: number;
      readonly item_ids: readonly number[];
      readonly key?: string | undefined;
    },
  ): Promise<number> {
    await context.demand('ViewItem', { projectId: fired.project_id });
    return context.transaction(async (trx: Trx) => {
      await this.limits.demandStart(trx, context.team.id);
      const pipeline = await trx
        .selectFrom('automations.pipeline')
        .selectAll()
        .where('id', '=', fired.pipeline_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (pipeline === undefined) throw notFound('The pipeline');
      if (!pipeline.enabled)
        throw new Fault('PIPELINE_DISABLED', 'The pipeline is disabled. Enable it to run it.', { status: 409 });
      const triggers = await trx
        .selectFrom('automations.trigger')
        .select('node_id')
        .where('pipeline_id', '=', fired.pipeline_id)
        .where('type', '=', 'item fired')
        .execute();
      const node = triggers.find(each => fired.node_id === undefined || each.node_id === fired.node_id);
      if (node === undefined)
        throw invalidField('node_id', 'must be an event “Started by hand” of the pipeline; add one on its canvas');
      return this.outbox.store(context, {
        pipeline_id: pipeline.id,
        version: pipeline.version,
        node_id: node.node_id,
        type: 'item fired',
        project_id: fired.project_id,
        items: [...new Set(fired.item_ids)].map(id => ({ id })),
        ...(fired.key === undefined ? {} : { key: fired.key }),
        ownerId: pipeline.owner_id,
      });
    });
  }
}

const CHANGED_VALUE: Readonly<Record<string, string>> = {
  'item u:annotation_status': 'annotation_status',
  'item u:approval_status': 'approval_status',
  'item u:assignment': 'assignments',
};

type Runs = AutomationTables & { run: AutomationTables['automations.run'] };

/** Returns the runs that a filter lets through. */
export const filtered = <O>(
  query: SelectQueryBuilder<Runs, 'run', O>,
  { pipeline_id, state, event }: RunFilter,
): SelectQueryBuilder<Runs, 'run', O> =>
  query
    .$if(pipeline_id !== undefined, each => each.where('run.pipeline_id', '=', pipeline_id!))
    .$if(state !== undefined, each => each.where('run.state', '=', state!))
    .$if(event !== undefined, each => each.where('run.type', '=', event!));

async function find(trx: Trx, id: number): Promise<{ readonly row: RunRow; readonly pipelineName: string }> {
  const row = await trx.selectFrom('automations.run').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('The run');
  const pipeline = await trx
    .selectFrom('automations.pipeline')
    .select('name')
    .where('id', '=', row.pipeline_id)
    .executeTakeFirst();
  return { row, pipelineName: pipeline?.name ?? '' };
}

const viewOf = (row: RunRow, pipelineName: string): RunView => ({
  id: row.id,
  pipeline_id: row.pipeline_id,
  pipeline_name: pipelineName,
  pipeline_version: row.version,
  node_id: row.node_id,
  event: row.type,
  project_id: row.project_id,
  item_id: row.item_id,
  subject: row.subject,
  state: row.state,
  retry_of: row.retry_of,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

const stepView = (row: StepRow): TaskResult => ({
  id: row.id,
  run_id: row.run_id,
  node_id: row.node_id,
  action_type: row.action_type,
  state: row.state,
  reason: row.reason,
  attempt: row.attempt,
  retry_of: row.retry_of,
  due_at: row.due_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  duration_ms:
    row.started_at === null || row.finished_at === null
      ? null
      : Math.max(0, row.finished_at.getTime() - row.started_at.getTime()),
  output: row.output,
  error: row.error,
  log: row.log,
  previous: row.trace?.previous ?? null,
  memory_mb: row.trace?.memory_mb ?? null,
  stack: row.trace?.stack ?? null,
});

/** Months after which runs are forgotten, and days after which their inputs and outputs are. */
const KEPT = { runs: 13, contents: 30 } as const;

/** Forgets old runs, and the contents of runs that are a month old. */
export async function forgetOldRuns(database: Database): Promise<void> {
  await database.system<AutomationTables>('forget old runs of pipelines').transaction(async trx => {
    const old = sql`now() - make_interval(months => ${KEPT.runs}::int)`;
    const empty = sql`now() - make_interval(days => ${KEPT.contents}::int)`;
    await sql`delete from automations.run where created_at < ${old}`.execute(trx);
    await sql`delete from automations.event where created_at < ${old}`.execute(trx);
    await sql`delete from automations.usage where minute < now() - interval '3 days'`.execute(trx);
    await sql`update automations.step set output = null, log = null, trace = null from automations.run as run where run.team_id = step.team_id and run.id = step.run_id
      and run.created_at < ${empty} and run.created_at > ${empty} - interval '2 days' and (step.output is not null or step.log is not null or step.trace is not null)`.execute(
      trx,
    );
  });
}
