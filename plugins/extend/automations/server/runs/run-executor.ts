import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { isFault, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import { prepareGuest } from '#core/sandbox/server/index.ts';
import { automationsEvents } from '../../common/events.ts';
import type { ActionNode, PipelineGraph } from '../../common/pipeline.ts';
import { successors } from '../../common/pipeline.ts';
import type { Action } from '../actions/action.ts';
import { Actions } from '../actions/actions.ts';
import type { AutomationTables } from '../automation-tables.ts';
import { asCause } from '../cause.ts';
import { EventOutbox } from './event-outbox.ts';
import type { ExternalWork } from './external-steps.ts';
import { ExternalSteps } from './external-steps.ts';
import { JobResources } from './job-resources.ts';
import { TeamLimits } from '../limits/team-limits.ts';
import { RunExpansion } from './run-expansion.ts';
import type { RunScene } from './run-scene.ts';
import { actionScene, failureFrom } from './run-scene.ts';
import type { ClaimedStep } from './step-store.ts';
import { beginSteps, claimSteps, finishSteps, hasDue, inputOf, previousOutputs, recoverSteps } from './step-store.ts';

type Trx = Kysely<AutomationTables>;

/**
 * Items whose runs are made, or steps that run, in one transaction, at most. Calls of people wait while its rows are
 * read and written: more at a time let them wait longer, and save little.
 */
const BATCH = 50;

/** Steps that ran together. */
interface Batch {
  readonly done: number;
  /** The team has limits, so that what a batch used must be known before the next one. */
  readonly limited: boolean;
  /** Keeps the results of an action that reaches other systems. */
  readonly keep: (() => Promise<void>) | undefined;
}

/**
 * Runs the pipeline of an event. What changes the database happens in the transaction that also keeps the result of the
 * step, so a server may stop at any moment and nothing is lost or done twice.
 */
@injectable()
export class RunExecutor {
  constructor(
    @inject(RunExpansion) private readonly expansion: RunExpansion,
    @inject(Actions) private readonly actions: Actions,
    @inject(TeamLimits) private readonly limits: TeamLimits,
    @inject(EventOutbox) private readonly outbox: EventOutbox,
    @inject(ExternalSteps) private readonly external: ExternalSteps,
  ) {}

  /**
   * Makes the runs of an event and carries on all steps that are due. The context has the rights of the owner of the
   * pipeline.
   */
  async run(run: JobRun, context: RequestContext, eventId: number): Promise<{ readonly steps: number }> {
    const scene = await this.#open(run, context, eventId);
    if (scene === undefined) return { steps: 0 };
    // Its process starts while the runs are made.
    if (scene.graph.nodes.some(each => each.kind === 'action' && each.type === 'custom')) prepareGuest();
    try {
      return await this.#carryOn(scene);
    } finally {
      scene.resources.dispose();
    }
  }

  async #carryOn(scene: RunScene): Promise<{ readonly steps: number }> {
    const { context, run } = scene;
    const eventId = scene.event.id;
    await this.#expand(scene);
    await effect(scene, async trx => {
      await this.limits.release(trx, eventId);
      await recoverSteps(context, trx, run.job.id);
    });
    let steps = 0;
    // Results of the batch before, which are kept while the code of the next one runs.
    let keeping: Promise<void> | undefined;
    const kept = async (): Promise<void> => {
      const present = keeping;
      keeping = undefined;
      await present;
    };
    const alongside = isChain(scene.graph);
    try {
      for (let most = BATCH; ;) {
        // Switched off meanwhile: what is left waits in a job that begins when it is switched on again.
        if (!(await this.limits.servesPlugin(context.team.id))) {
          await kept();
          await this.outbox.ask(undefined, context.team.id, eventId, context.user.id, `resume-${run.job.id}`);
          return { steps };
        }
        const claimed: ClaimedStep[] = [];
        let batch: Batch;
        try {
          batch = await this.#batch(scene, Math.min(most, run.rowsOfStep(BATCH)), claimed);
        } catch (error) {
          if (run.signal.aborted || claimed.length === 0) throw error;
          // One of many spoils the transaction of all: each is then tried on its own.
          if (most > 1) {
            most = 1;
            continue;
          }
          await kept();
          await this.#fail(scene, claimed[0]!, error);
          steps += 1;
          continue;
        }
        const wasKeeping = keeping !== undefined;
        await kept();
        // What was kept meanwhile may have led to more.
        if (batch.done === 0 && !wasKeeping) return { steps };
        steps += batch.done;
        run.progress(steps, 0);
        keeping = batch.keep?.();
        // Its error is thrown where it is waited for.
        keeping?.catch(() => undefined);
        if (!alongside || batch.limited) await kept();
      }
    } finally {
      await keeping?.catch(() => undefined);
    }
  }

  async #open(run: JobRun, context: RequestContext, eventId: number): Promise<RunScene | undefined> {
    return context.transaction(async (trx: Trx) => {
      const event = await trx.selectFrom('automations.event').selectAll().where('id', '=', eventId).executeTakeFirst();
      if (event === undefined) return undefined;
      const version = await trx
        .selectFrom('automations.version')
        .select(['graph', 'name'])
        .where('pipeline_id', '=', event.pipeline_id)
        .where('version', '=', event.version)
        .executeTakeFirst();
      return version === undefined
        ? undefined
        : { context, run, event, graph: version.graph, pipelineName: version.name, resources: new JobResources() };
    });
  }

  async #expand(scene: RunScene): Promise<void> {
    const { context, run, event, graph } = scene;
    if (event.expanded_at !== null) return;
    let at = 0;
    do {
      const begin = at;
      const end = begin + run.rowsOfStep(BATCH);
      await effect(scene, async trx => {
        const wanted = event.items.slice(begin, end);
        const known = await trx
          .selectFrom('automations.run')
          .select('item_id')
          .where('event_id', '=', event.id)
          .$if(wanted.length > 0, query =>
            query.where(sql<boolean>`coalesce(item_id, 0) = any(${wanted.map(each => each.id)}::int[])`),
          )
          .execute();
        const made = new Set(known.map(each => each.item_id));
        const part = wanted.filter(each => !made.has(each.id));
        if (event.items.length === 0 ? made.size === 0 : part.length > 0)
          await this.expansion.store(context, trx, event, graph, part);
        if (end >= event.items.length)
          await trx
            .updateTable('automations.event')
            .set({ expanded_at: new Date() })
            .where('id', '=', event.id)
            .execute();
        await context.publish(automationsEvents.ran, { pipeline_id: event.pipeline_id });
      });
      at = end;
    } while (at < event.items.length);
  }

  /** Runs one batch of due steps of one node. */
  async #batch(scene: RunScene, most: number, claimed: ClaimedStep[]): Promise<Batch> {
    const { context } = scene;
    let external: ExternalWork | undefined;
    let limited = false;
    const done = await effect(scene, async trx => {
      const allowed = await this.limits.allow(trx, context.team.id, most);
      ({ limited } = allowed);
      const steps = allowed.most === 0 ? [] : await claimSteps(trx, scene.event.id, allowed);
      claimed.splice(0, claimed.length, ...steps);
      const held = steps[0]?.action_type === 'custom' && allowed.codeMs === 0 ? 'code' : allowed.held;
      if (claimed.length === 0 || held === 'code') {
        claimed.length = 0;
        if (held !== undefined && (await hasDue(trx, scene.event.id)))
          await this.limits.hold(trx, scene.event.id, held);
        return 0;
      }
      const { node, action } = await this.#actionOf(scene, claimed[0]!);
      claimed.splice(action.most ?? BATCH);
      if (action.external) {
        await beginSteps(trx, scene.run.job.id, claimed);
        // Steps that begin a run have none before them.
        const previous =
          action.settle === undefined ||
          scene.graph.edges.every(each => each.to !== node.id || !isAction(scene, each.from))
            ? new Map<number, unknown>()
            : await previousOutputs(trx, claimed);
        external = { steps: [...claimed], node, action, codeMs: allowed.codeMs, previous };
      } else await this.#act(scene, trx, node, action, claimed);
      await context.publish(automationsEvents.ran, { pipeline_id: scene.event.pipeline_id });
      return claimed.length;
    });
    return { done, limited, keep: external === undefined ? undefined : await this.external.run(scene, external) };
  }

  async #act(
    scene: RunScene,
    trx: Trx,
    node: ActionNode,
    action: Action,
    steps: readonly ClaimedStep[],
  ): Promise<void> {
    const { context, graph } = scene;
    const startedAt = new Date();
    const acting = actionScene(scene, node);
    const outcomes = await asCause({ pipelineId: scene.event.pipeline_id, depth: scene.event.depth }, () =>
      action.run(context, acting, steps.map(inputOf)),
    );
    await finishSteps(context, trx, { graph, node, steps, outcomes, startedAt, delay: action.delay?.(acting) ?? 0 });
  }

  async #fail(scene: RunScene, step: ClaimedStep, error: unknown): Promise<void> {
    const { context, graph } = scene;
    const node = graph.nodes.find((each): each is ActionNode => each.kind === 'action' && each.id === step.node_id)!;
    if (!isFault(error) || error.status >= 500)
      context.log.error({ err: error, pipeline: scene.event.pipeline_id, node: node.id }, 'an action failed');
    await effect(scene, trx =>
      finishSteps(context, trx, {
        graph,
        node,
        steps: [step],
        outcomes: [failureFrom(error)],
        startedAt: new Date(),
        delay: 0,
      }),
    );
  }

  async #actionOf(scene: RunScene, step: ClaimedStep): Promise<{ readonly node: ActionNode; readonly action: Action }> {
    const node = scene.graph.nodes.find(
      (each): each is ActionNode => each.kind === 'action' && each.id === step.node_id,
    );
    if (node === undefined) throw notFound('The action');
    return { node, action: await this.actions.get(scene.context, node.type) };
  }
}

/** Does a step of the work in a transaction, unless the job was canceled or the server stops. */
function effect<T>({ run, context }: RunScene, work: (trx: Trx) => Promise<T>): Promise<T> {
  return run.step(() => context.transaction(work));
}

/** Returns whether no run has two steps at a time, so that batches are about different runs. */
const isChain = (graph: PipelineGraph): boolean =>
  graph.nodes.every(({ id, kind }) =>
    (kind === 'event' ? [undefined] : (['success', 'failure', 'true', 'false'] as const)).every(
      outcome => successors(graph, id, outcome).length <= 1,
    ),
  );

const isAction = ({ graph }: RunScene, nodeId: string): boolean =>
  graph.nodes.some(each => each.kind === 'action' && each.id === nodeId);
