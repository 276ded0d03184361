import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { automationsEvents } from '../../common/events.ts';
import type { ActionNode } from '../../common/pipeline.ts';
import type { Action, ActionOutcome } from '../actions/action.ts';
import type { AutomationTables } from '../automation-tables.ts';
import { asCause } from '../cause.ts';
import { stopWatch } from '../limits/stop-watch.ts';
import { TeamLimits } from '../limits/team-limits.ts';
import type { RunScene } from './run-scene.ts';
import { actionScene, failureFrom } from './run-scene.ts';
import type { ClaimedStep } from './step-store.ts';
import { finishSteps, giveBack, inputOf } from './step-store.ts';

type Trx = Kysely<AutomationTables>;

/** Steps of one node whose action reaches other systems, marked as running. */
export interface ExternalWork {
  readonly steps: readonly ClaimedStep[];
  readonly node: ActionNode;
  readonly action: Action;
  /** Milliseconds that code may run. */
  readonly codeMs: number;
  /** Outputs of the steps before, by run. */
  readonly previous: ReadonlyMap<number, unknown>;
}

/** Runs actions that reach other systems, outside of a transaction, and keeps their results. */
@injectable()
export class ExternalSteps {
  constructor(@inject(TeamLimits) private readonly limits: TeamLimits) {}

  /**
   * Runs an action for steps, and returns what keeps its results. Those that it did not begin before the team was
   * switched off wait again.
   */
  async run(
    scene: RunScene,
    { steps, node, action, codeMs, previous }: ExternalWork,
  ): Promise<(() => Promise<void>) | undefined> {
    const { context, graph, resources, run: job } = scene;
    const startedAt = new Date();
    const { signal } = resources.get('stop-watch', () =>
      stopWatch(
        () => this.limits.serves(context.team.id),
        error => context.log.error({ err: error }, 'the switch of automations was not read'),
      ),
    );
    const acting = { ...actionScene(scene, node), signal, codeMs, resources };
    const inputs = steps.map(each => ({ ...inputOf(each), previous: previous.get(each.run_id) }));
    let outcomes: readonly ActionOutcome[];
    try {
      outcomes = await action.run(context, acting, inputs);
    } catch (error) {
      outcomes = steps.map(() => failureFrom(error));
    }
    // What was stopped is of no use when automations are on again.
    if (signal.aborted) resources.dispose();
    const begun = outcomes.length;
    // A server that stops still keeps what it has sent.
    const transaction = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
      job.signal.aborted ? context.transaction(work) : job.step(() => context.transaction(work));
    if (begun < steps.length) await transaction(trx => giveBack(trx, steps.slice(begun)));
    if (begun === 0) return undefined;
    const finish = (from: number, to: number, settles: boolean): Promise<void> =>
      transaction(async trx => {
        const part = outcomes.slice(from, to);
        const settled =
          settles && action.settle !== undefined
            ? await asCause({ pipelineId: scene.event.pipeline_id, depth: scene.event.depth }, () =>
                action.settle!(context, acting, inputs.slice(from, to), part),
              )
            : part;
        await finishSteps(context, trx, {
          graph,
          node,
          steps: steps.slice(from, to),
          outcomes: settled,
          startedAt,
          begun: true,
          delay: 0,
        });
        await context.publish(automationsEvents.ran, { pipeline_id: scene.event.pipeline_id });
      });
    return async () => {
      try {
        await finish(0, begun, true);
      } catch (error) {
        if (action.settle === undefined) throw error;
        // One of many spoils the transaction of all: each is then settled on its own.
        for (let at = 0; at < begun; at++)
          await finish(at, at + 1, true).catch((alone: unknown) => {
            outcomes = outcomes.with(at, failureFrom(alone));
            return finish(at, at + 1, false);
          });
      }
    };
  }
}
