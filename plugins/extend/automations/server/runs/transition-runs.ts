import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { ItemsRefused } from '#plugins/workspace/items/server/kit/index.ts';
import { automationsEvents } from '../../common/events.ts';
import type { ActionNode, PipelineGraph } from '../../common/pipeline.ts';
import { follows } from '../../common/pipeline.ts';
import { stepsWithChange } from '../../common/transition-steps.ts';
import { titleOf } from '../../common/validate-pipeline.ts';
import type { ActionOutcome } from '../actions/action.ts';
import { Actions } from '../actions/actions.ts';
import type { AutomationTables, EventRow } from '../automation-tables.ts';
import { asCause } from '../cause.ts';
import { EventOutbox } from './event-outbox.ts';
import { RunExpansion } from './run-expansion.ts';
import { actionScene, failureFrom } from './run-scene.ts';
import type { ClaimedStep } from './step-store.ts';
import { claimSteps, finishSteps, inputOf } from './step-store.ts';

type Trx = Kysely<AutomationTables>;

/** Steps that run at once. */
const BATCH = 500;
/** Milliseconds after which the actions of one pipeline are too long for a change that somebody waits for. */
const MOST_MS = 10_000;

/** A pipeline that a transition started. */
interface StartedPipeline {
  readonly event: EventRow;
  readonly graph: PipelineGraph;
  readonly pipelineName: string;
}

/**
 * Runs the actions of a pipeline that are part of a transition, inside its transaction. They do not wait for limits of
 * the team, and count for them.
 */
@injectable()
export class TransitionRuns {
  constructor(
    @inject(RunExpansion) private readonly expansion: RunExpansion,
    @inject(Actions) private readonly actions: Actions,
    @inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /**
   * Makes the runs of an event and carries them on as far as they are part of the transition; a job does the rest. The
   * context has the rights of the owner of the pipeline.
   * @throws ItemsRefused with the items whose action failed, unless an edge leads on from the failure
   */
  async carryOut(owner: RequestContext, eventId: number): Promise<void> {
    await owner.transaction(async (trx: Trx) => {
      const started = await open(trx, eventId);
      const { event, graph } = started;
      await this.expansion.store(owner, trx, event, graph, event.items);
      await trx.updateTable('automations.event').set({ expanded_at: new Date() }).where('id', '=', eventId).execute();
      const nodes = [...stepsWithChange(graph, event.node_id)];
      const refused = new Map<number, Fault>();
      const began = performance.now();
      for (;;) {
        const claimed = await claimSteps(trx, eventId, { most: BATCH, onlyBegun: false, nodes });
        if (claimed.length === 0) break;
        if (performance.now() - began > MOST_MS) throw tooLong(started, claimed);
        for (const [itemId, fault] of await this.#act(owner, trx, started, claimed)) refused.set(itemId, fault);
      }
      if (refused.size > 0) throw new ItemsRefused(refused);
      if (await hasMore(trx, eventId)) await this.outbox.ask(trx, owner.team.id, eventId, owner.user.id, 'first');
      await owner.publish(automationsEvents.ran, { pipeline_id: event.pipeline_id });
    });
  }

  /** Runs the action of some steps of one node, and returns why items must stay where they were. */
  async #act(
    owner: RequestContext,
    trx: Trx,
    started: StartedPipeline,
    claimed: readonly ClaimedStep[],
  ): Promise<ReadonlyMap<number, Fault>> {
    const { event, graph } = started;
    const node = graph.nodes.find((each): each is ActionNode => each.id === claimed[0]!.node_id)!;
    const action = await this.actions.get(owner, node.type);
    const steps = claimed.slice(0, action.most ?? BATCH);
    const startedAt = new Date();
    let outcomes: readonly ActionOutcome[];
    try {
      outcomes = await asCause({ pipelineId: event.pipeline_id, depth: event.depth }, () =>
        action.run(owner, actionScene(started, node), steps.map(inputOf)),
      );
    } catch (error) {
      if (!isFault(error) || error.status >= 500) throw error;
      // The transaction is lost with it.
      throw new ItemsRefused(
        refusals(
          started,
          node,
          steps,
          steps.map(() => failureFrom(error)),
        ),
      );
    }
    await finishSteps(owner, trx, { graph, node, steps, outcomes, startedAt, delay: 0 });
    const leadsOn = graph.edges.some(each => each.from === node.id && follows(each, 'failure'));
    return leadsOn ? new Map() : refusals(started, node, steps, outcomes);
  }
}

async function open(trx: Trx, eventId: number): Promise<StartedPipeline> {
  const event = await trx
    .selectFrom('automations.event')
    .selectAll()
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  const { graph, name } = await trx
    .selectFrom('automations.version')
    .select(['graph', 'name'])
    .where('pipeline_id', '=', event.pipeline_id)
    .where('version', '=', event.version)
    .executeTakeFirstOrThrow();
  return { event, graph, pipelineName: name };
}

/** Returns whether a job has to look after an event: actions are left, or some failed and its owner does not know. */
async function hasMore(trx: Trx, eventId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('automations.run')
    .select('id')
    .where('event_id', '=', eventId)
    .where('state', '<>', 'COMPLETED')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a fault for the item of each step that failed. */
function refusals(
  { event, pipelineName }: StartedPipeline,
  node: ActionNode,
  steps: readonly ClaimedStep[],
  outcomes: readonly ActionOutcome[],
): ReadonlyMap<number, Fault> {
  const found = new Map<number, Fault>();
  steps.forEach(({ item_id: itemId }, at) => {
    const outcome = outcomes[at]!;
    if (itemId === null || outcome.result !== 'failure') return;
    const { code, message } = outcome.error;
    found.set(
      itemId,
      refusedBy(`The pipeline “${pipelineName}” refused the change. ${titleOf(node)}: ${message}`, {
        pipeline_id: event.pipeline_id,
        node: node.id,
        code,
      }),
    );
  });
  return found;
}

function tooLong({ event, pipelineName }: StartedPipeline, steps: readonly ClaimedStep[]): ItemsRefused {
  const fault = refusedBy(
    `The pipeline “${pipelineName}” took longer than 10 seconds. Change fewer items at once, or let it run after the change.`,
    { pipeline_id: event.pipeline_id },
  );
  return new ItemsRefused(new Map(steps.flatMap(each => (each.item_id === null ? [] : [[each.item_id, fault]]))));
}

const refusedBy = (message: string, details: object): Fault =>
  new Fault('TRANSITION_REFUSED', message, { status: 409, details });
