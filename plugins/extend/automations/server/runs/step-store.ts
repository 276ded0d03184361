import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ActionNode, PipelineGraph } from '../../common/pipeline.ts';
import { successors } from '../../common/pipeline.ts';
import type { ActionInput, ActionOutcome } from '../actions/action.ts';
import type { AutomationTables, RunContext, StepRow } from '../automation-tables.ts';
import { addUsage, codeMsOf } from '../limits/team-usage.ts';
import { addSeconds } from './add-seconds.ts';

type Trx = Kysely<AutomationTables>;

/** A step that is about to run, with what its run is about. */
export interface ClaimedStep extends StepRow {
  readonly context: RunContext;
  readonly project_id: number | null;
  readonly item_id: number | null;
  readonly event: string;
  readonly happened_at: Date;
}

/**
 * Locks due steps of an event, all of one node, oldest first. Steps that another server holds are left out; with
 * `onlyBegun` those of runs that have not begun as well, and with `nodes` those of others.
 */
export async function claimSteps(
  trx: Trx,
  eventId: number,
  {
    most,
    onlyBegun,
    nodes,
  }: { readonly most: number; readonly onlyBegun: boolean; readonly nodes?: readonly string[] },
): Promise<readonly ClaimedStep[]> {
  const rows = (await trx
    .selectFrom('automations.step as step')
    .innerJoin('automations.run as run', join =>
      join.onRef('run.team_id', '=', 'step.team_id').onRef('run.id', '=', 'step.run_id'),
    )
    .selectAll('step')
    .select(['run.context', 'run.project_id', 'run.item_id', 'run.type as event', 'run.created_at as happened_at'])
    .where('step.event_id', '=', eventId)
    // The index of unfinished steps goes by it.
    .where('step.finished_at', 'is', null)
    .where('step.state', '=', 'NOT_STARTED')
    .where('step.due_at', '<=', sql<Date>`clock_timestamp()`)
    .$if(nodes !== undefined, query => query.where(sql<boolean>`step.node_id = any(${[...(nodes ?? [])]}::text[])`))
    .$if(onlyBegun, query => query.where('run.state', '<>', 'NOT_STARTED'))
    .orderBy('step.id')
    .limit(most)
    .forUpdate('step')
    .skipLocked()
    .execute()) as ClaimedStep[];
  const [first] = rows;
  return rows.filter(each => each.node_id === first!.node_id);
}

/** Returns a step as its action gets it. */
export const inputOf = (step: ClaimedStep): ActionInput => ({
  stepId: step.id,
  runId: step.run_id,
  event: step.event,
  projectId: step.project_id,
  itemId: step.item_id,
  context: step.context,
  ts_ms: step.happened_at.getTime(),
  attempt: step.attempt,
});

/** Returns the output of the step before each of some steps, by run. */
export async function previousOutputs(trx: Trx, steps: readonly ClaimedStep[]): Promise<ReadonlyMap<number, unknown>> {
  const rows = await trx
    .selectFrom('automations.step')
    .distinctOn('run_id')
    .select(['run_id', 'output'])
    .where(sql<boolean>`run_id = any(${steps.map(each => each.run_id)}::int[])`)
    .where('state', '=', 'COMPLETED')
    .orderBy('run_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(row => [row.run_id, row.output]));
}

/** Returns whether an event has a step that could run now. */
export async function hasDue(trx: Trx, eventId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('automations.step')
    .select('id')
    .where('event_id', '=', eventId)
    .where('finished_at', 'is', null)
    .where('state', '=', 'NOT_STARTED')
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives steps back that were marked as running and not begun. */
export async function giveBack(trx: Trx, steps: readonly ClaimedStep[]): Promise<void> {
  if (steps.length === 0) return;
  await trx
    .updateTable('automations.step')
    .set({ state: 'NOT_STARTED', started_at: null, job_id: null })
    .where(among(steps.map(each => each.id)))
    .where('state', '=', 'IN_PROGRESS')
    .execute();
}

/** Marks steps as running. A step that was marked and never finished was lost with its server. */
export async function beginSteps(trx: Trx, jobId: string, steps: readonly ClaimedStep[]): Promise<void> {
  await trx
    .updateTable('automations.step')
    .set({ state: 'IN_PROGRESS', started_at: new Date(), job_id: jobId })
    .where(among(steps.map(each => each.id)))
    .execute();
  await beginRuns(trx, steps);
}

/** Marks the runs of steps as running. */
async function beginRuns(trx: Trx, steps: readonly ClaimedStep[]): Promise<void> {
  const { numUpdatedRows: begun } = await trx
    .updateTable('automations.run')
    .set({ state: 'IN_PROGRESS', started_at: new Date() })
    .where(among(steps.map(each => each.run_id)))
    .where('state', '=', 'NOT_STARTED')
    .executeTakeFirst();
  if (steps.length > 0) await addUsage(trx, steps[0]!.team_id, { runs: Number(begun) });
}

/** Steps of one node, with one outcome for each. */
interface FinishedWork {
  readonly graph: PipelineGraph;
  readonly node: ActionNode;
  readonly steps: readonly ClaimedStep[];
  readonly outcomes: readonly ActionOutcome[];
  readonly startedAt: Date;
  /** The steps and their runs are marked as running already. */
  readonly begun?: boolean;
  /** Seconds before the steps that follow. */
  readonly delay: number;
}

/** Keeps what became of steps, makes those that follow, and ends the runs that have none left. */
export async function finishSteps(context: RequestContext, trx: Trx, work: FinishedWork): Promise<void> {
  const { steps, outcomes, startedAt, begun = false } = work;
  const results = steps.map((step, at) => {
    const outcome = outcomes[at]!;
    return {
      id: step.id,
      state: outcome.result === 'failure' ? 'FAILED' : 'COMPLETED',
      output: outcome.result === 'failure' ? null : outcome.output,
      error: outcome.result === 'failure' ? outcome.error : null,
      log: outcome.log ?? null,
      trace: outcome.trace ?? null,
    };
  });
  await sql`update automations.step as step set state = given.state, reason = case when given.state = 'FAILED' then 'error' end,
      output = given.output, error = given.error, log = given.log, trace = given.trace, started_at = coalesce(step.started_at, ${startedAt}), finished_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as given (id int, state text, output jsonb, error jsonb, log text, trace jsonb)
    where step.team_id = ${context.team.id}::int and step.id = given.id and step.state in ('NOT_STARTED', 'IN_PROGRESS')`.execute(
    trx,
  );
  if (!begun) await beginRuns(trx, steps);
  await followMoved(context, trx, work);
  const next = steps.flatMap((step, at) => nextSteps(work, step, outcomes[at]!));
  if (next.length > 0)
    await trx
      .insertInto('automations.step')
      .values(next.map(each => ({ team_id: context.team.id, event_id: steps[0]!.event_id, ...each })))
      // Two edges lead to the same node: it runs once.
      .onConflict(conflict => conflict.columns(['team_id', 'run_id', 'node_id', 'attempt']).doNothing())
      .execute();
  await endRuns(
    context,
    trx,
    steps.map(each => each.run_id),
  );
  // Last: other servers wait for the row until this transaction ends.
  await addUsage(trx, context.team.id, { codeMs: codeMsOf(outcomes) });
}

/** Keeps where moved items are now, so that the steps that follow find them. */
async function followMoved(context: RequestContext, trx: Trx, { steps, outcomes }: FinishedWork): Promise<void> {
  const moved = steps.flatMap((step, at) => {
    const outcome = outcomes[at]!;
    return outcome.result === 'failure' || outcome.moved === undefined
      ? []
      : [{ id: step.run_id, project_id: outcome.moved.projectId, item_id: outcome.moved.itemId }];
  });
  if (moved.length === 0) return;
  await sql`update automations.run as run set project_id = given.project_id, item_id = given.item_id
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as given (id int, project_id int, item_id int)
    where run.team_id = ${context.team.id}::int and run.id = given.id
      and (run.project_id, run.item_id) is distinct from (given.project_id, given.item_id)
      -- An item that took the place of another one of the same event has that one's run beside its own.
      and not exists (select from automations.run as other where other.team_id = run.team_id and other.event_id = run.event_id
        and other.item_id = given.item_id and other.id <> run.id)`.execute(trx);
}

function nextSteps(
  { graph, node, delay, startedAt }: FinishedWork,
  step: ClaimedStep,
  outcome: ActionOutcome,
): readonly {
  readonly run_id: number;
  readonly pipeline_id: number;
  readonly node_id: string;
  readonly action_type: string;
  readonly attempt: number;
  readonly retry_of?: number;
  readonly due_at: Date;
  readonly waits: boolean;
}[] {
  const of = { run_id: step.run_id, pipeline_id: step.pipeline_id };
  if (outcome.result === 'failure' && outcome.retryAfter !== undefined)
    return [
      {
        ...of,
        node_id: node.id,
        action_type: node.type,
        attempt: step.attempt + 1,
        retry_of: step.id,
        due_at: addSeconds(new Date(), outcome.retryAfter),
        waits: true,
      },
    ];
  return successors(graph, node.id, outcome.result).map(each => ({
    ...of,
    node_id: each.id,
    action_type: each.type,
    attempt: 1,
    due_at: addSeconds(startedAt, delay),
    waits: delay > 0,
  }));
}

/** Ends those of the runs that have no unfinished step. A step that was tried again counts by its last attempt. */
export async function endRuns(context: RequestContext, trx: Trx, runIds: readonly number[]): Promise<void> {
  await sql`update automations.run as run set finished_at = clock_timestamp(), state = case when exists (
        select from automations.step as step where step.team_id = run.team_id and step.run_id = run.id and step.state = 'FAILED'
          and not exists (select from automations.step as later where later.team_id = run.team_id and later.retry_of = step.id)
      ) then 'FAILED' else 'COMPLETED' end
    where run.team_id = ${context.team.id}::int and run.id = any(${[...new Set(runIds)]}::int[]) and run.finished_at is null
      and not exists (select from automations.step as step where step.team_id = run.team_id and step.run_id = run.id and step.finished_at is null)`.execute(
    trx,
  );
}

/** Fails the steps that a job began before its server was lost; a step is tried once more, and then stays lost. */
export async function recoverSteps(context: RequestContext, trx: Trx, jobId: string): Promise<void> {
  const lost = await trx
    .updateTable('automations.step')
    .set({
      state: 'FAILED',
      reason: 'lost',
      finished_at: new Date(),
      error: JSON.stringify({ code: 'SERVER_LOST', message: 'The server stopped while this action ran.' }),
    })
    .where('finished_at', 'is', null)
    .where('job_id', '=', jobId)
    .where('state', '=', 'IN_PROGRESS')
    .returningAll()
    .execute();
  const again = lost.filter(each => each.attempt === 1);
  if (again.length > 0)
    await trx
      .insertInto('automations.step')
      .values(
        again.map(({ team_id, run_id, event_id, pipeline_id, node_id, action_type, attempt, id }) => ({
          team_id,
          run_id,
          event_id,
          pipeline_id,
          node_id,
          action_type,
          attempt: attempt + 1,
          retry_of: id,
        })),
      )
      .execute();
  await endRuns(
    context,
    trx,
    lost.map(each => each.run_id),
  );
}

export const among = (ids: readonly number[]) => sql<boolean>`id = any(${[...ids]}::int[])`;
