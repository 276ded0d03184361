import { inject, injectable } from 'inversify';
import pLimit from 'p-limit';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Egress } from '#core/egress/server/index.ts';
import { prepareGuest } from '#core/sandbox/server/index.ts';
import { FIRED, FORM_FIRED, MANUAL } from '../../common/event-types.ts';
import type { ActionCode } from '../../common/custom-action.ts';
import type { ActionNode, EventScope } from '../../common/pipeline.ts';
import { buildAction } from '../code/build-action.ts';
import type { CodeOutcome, RequestedWrite } from '../code/code-run.ts';
import { CodeReads } from '../code/code-reads.ts';
import { CodeRun } from '../code/code-run.ts';
import type { DeployedAction } from '../custom-tasks.ts';
import { CustomTasks } from '../custom-tasks.ts';
import { PackageMirror } from '../packages/package-mirror.ts';
import { redactor, Secrets } from '../secrets.ts';
import type { SecretValues } from '../secrets.ts';
import type { Action, ActionInput, ActionOutcome, ActionScene, ChangedAnnotations, ItemValueChange } from './action.ts';
import { TeamLimits } from '../limits/team-limits.ts';
import { codeMsOf } from '../limits/team-usage.ts';
import { Actions } from './actions.ts';
import { failureOf } from './by-project.ts';

/** Sandboxes of this server at the same time. */
const AT_ONCE = 2;
/** Milliseconds after which a dry run, which holds a transaction, starts no other item. */
const MOST_DRY_MS = 15_000;
/** Sandboxes in a row that may end before their first call. */
const MOST_DEAD = 3;
/** Items that are handed to the code before it is done with the former ones, so that it need not wait for the server. */
const AHEAD = 25;
/** Seconds for one item of a dry run. */
const MOST_DRY_SECONDS = 10;

/** Result of the code and the changes it asks for, until they are made. */
interface Decided {
  readonly value: unknown;
  readonly writes: readonly RequestedWrite[];
}

/**
 * Runs code of the team for each item. The code only asks for changes; built-in actions make them, with the rights of
 * the owner.
 */
@injectable()
export class CustomCode {
  readonly #lanes = pLimit(AT_ONCE);

  constructor(
    @inject(Egress) private readonly egress: Egress,
    @inject(CustomTasks) private readonly tasks: CustomTasks,
    @inject(Secrets) private readonly secrets: Secrets,
    @inject(Actions) private readonly actions: Actions,
    @inject(CodeReads) private readonly reads: CodeReads,
    @inject(TeamLimits) private readonly limits: TeamLimits,
    @inject(PackageMirror) private readonly mirror: PackageMirror,
  ) {}

  /** Returns the action that runs what is deployed, or code that is not. */
  of(draft?: DeployedAction): Action {
    return {
      external: true,
      run: async (context, scene, inputs) => {
        const id = Number(scene.node.settings['custom_task_id']);
        const action = draft ?? (await this.tasks.deployed(context, id));
        if (action === undefined)
          throw new Fault('ACTION_NOT_DEPLOYED', 'The action of this step is not deployed. Deploy it.', {
            status: 422,
          });
        return this.#run(context, action, scene, inputs);
      },
      settle: (context, scene, inputs, outcomes) => settle(this.actions, context, scene, inputs, outcomes),
    };
  }

  /** Builds code that is not deployed. @throws Fault CODE_INVALID, PACKAGES_OFF, PACKAGE_REFUSED (422) */
  async draft(settings: ActionCode): Promise<DeployedAction> {
    // Its process starts while the code is built.
    if (settings.interpreter === 'typescript') prepareGuest();
    return { name: '', settings, built: await buildAction(settings, this.mirror) };
  }

  /**
   * Runs code that is not deployed without effects; the output of each outcome is its result and the changes it asks
   * for.
   */
  async decide(
    context: RequestContext,
    settings: ActionCode,
    scope: EventScope,
    inputs: readonly ActionInput[],
  ): Promise<readonly ActionOutcome[]> {
    const action = await this.draft(settings);
    const node: ActionNode = { id: 'code', kind: 'action', type: 'custom', settings: {}, x: 0, y: 0 };
    const codeMs = await this.limits.demandCode(context);
    const scene = { pipelineId: 0, pipelineName: '', node, scope, dry: true, codeMs };
    const outcomes = await this.#run(context, action, scene, inputs);
    await this.limits.spendCode(context, codeMsOf(outcomes));
    return inputs.map((_, at) => outcomes[at] ?? failureOf(NO_TIME));
  }

  async #run(
    context: RequestContext,
    action: DeployedAction,
    scene: ActionScene,
    inputs: readonly ActionInput[],
  ): Promise<readonly ActionOutcome[]> {
    const secrets = await this.secrets.values(context, action.settings.secrets);
    return this.#lanes(() => runAll(this.egress, this.reads, action, secrets, context, scene, inputs));
  }
}

const NO_TIME = {
  code: 'AUTOMATION_LIMIT',
  message: 'Not run: the code of the team may run no longer today (UTC).',
} as const;

const TOO_LONG = {
  code: 'DRY_RUN_TOO_LONG',
  message: 'Not tried: the items before took more than 15 seconds. Try fewer items.',
} as const;

async function runAll(
  egress: Egress,
  codeReads: CodeReads,
  { version, settings, built }: DeployedAction,
  secrets: SecretValues,
  context: RequestContext,
  scene: ActionScene,
  inputs: readonly ActionInput[],
): Promise<readonly ActionOutcome[]> {
  const dry = scene.dry === true;
  const time_limit = dry ? Math.min(settings.time_limit, MOST_DRY_SECONDS) : settings.time_limit;
  const began = performance.now();
  const signal = scene.signal === undefined ? context.signal : AbortSignal.any([context.signal, scene.signal]);
  const open = (): CodeRun => {
    const reads = codeReads.calls(context, scene.scope, settings.reads, signal);
    return new CodeRun({ settings: { ...settings, time_limit }, built, egress, reads, dry, signal });
  };
  const run = scene.resources?.get(`code ${scene.node.id} ${version}`, open) ?? open();
  const clean = redactor(secrets);
  const values = Object.fromEntries(
    [...secrets].flatMap(([name, keys]) => Object.entries(keys).map(([key, value]) => [`${name}.${key}`, value])),
  );
  const outcomes: ActionOutcome[] = [];
  // Where time is short, none is begun beyond it.
  const ahead = dry || scene.codeMs !== Infinity || settings.interpreter === 'python' ? 1 : AHEAD;
  const calls: Promise<CodeOutcome | undefined>[] = [];
  let dead = 0;
  try {
    while (outcomes.length < inputs.length) {
      // The rest is not begun, and goes on when automations are on again, the server is back or the day is over.
      const ends = signal.aborted || performance.now() - began > (scene.codeMs ?? Infinity);
      if (ends && calls.length === 0) break;
      if (dry && performance.now() - began > MOST_DRY_MS) {
        outcomes.push({ result: 'failure', error: TOO_LONG });
        continue;
      }
      for (let at = outcomes.length + calls.length; !ends && calls.length < ahead && at < inputs.length; at++) {
        // Those that wait for a sandbox that ended did not begin, so none may overtake them in the next one.
        if (calls.length > 0 && run.ended) break;
        const input = inputs[at]!;
        calls.push(run.call({ event: eventOf(scene, input, dry), context: input.context, secrets: values }));
      }
      const outcome = await calls[0];
      if (outcome !== undefined) {
        dead = 0;
        void calls.shift();
        outcomes.push(cleanOutcome(clean, outcome, inputs[outcomes.length]!));
        continue;
      }
      // Those behind one that ended the sandbox are handed to the next one.
      await Promise.all(calls.splice(0));
      dead += 1;
      if (dead > MOST_DEAD)
        throw new Fault('SANDBOX_FAILED', 'The sandbox ended before its first call.', { status: 500 });
    }
  } catch (error) {
    // What ran already is kept, and the rest is tried once more.
    if (dry || outcomes.length === 0 || !isFault(error) || error.code !== 'SANDBOX_FAILED') throw error;
  } finally {
    // Of several that fail one is thrown.
    for (const each of calls) each.catch(() => undefined);
    if (scene.resources === undefined) run.dispose();
  }
  return outcomes;
}

/** Returns the outcome of code without values of secrets. */
function cleanOutcome(clean: ReturnType<typeof redactor>, outcome: CodeOutcome, input: ActionInput): ActionOutcome {
  const { log, notSent, trace } = clean({ log: outcome.log, notSent: outcome.notSent, trace: outcome.trace });
  const of = {
    ...(log === '' ? {} : { log }),
    ...(notSent.length === 0 ? {} : { notSent }),
    trace: { ...trace, previous: input.previous ?? null },
  };
  if ('error' in outcome) return { ...of, result: 'failure', error: clean(outcome.error) };
  const decided: Decided = { value: clean(outcome.value), writes: clean(outcome.writes) };
  return { ...of, result: 'success', output: decided };
}

/** Events whose contexts may hold values that somebody entered. */
const started: ReadonlySet<string> = new Set([MANUAL, FIRED, FORM_FIRED]);

const eventOf = ({ pipelineId, pipelineName, node }: ActionScene, input: ActionInput, test: boolean): object => ({
  ...(input.argument ?? (node.settings['event_object'] as Readonly<Record<string, unknown>> | undefined)),
  uuid: input.runId,
  event: input.event,
  pipeline_id: pipelineId,
  pipeline_name: pipelineName,
  trigger_result_id: input.stepId,
  ts_ms: input.ts_ms,
  ...(input.projectId === null ? {} : { source: { project_id: input.projectId } }),
  ...(started.has(input.event) && 'custom_event' in input.context ? { custom_event: input.context.custom_event } : {}),
  previous: input.previous ?? null,
  attempt: input.attempt,
  test,
});

/** Makes the changes that the code asked for: the first of every item, then the second of every item, and so on. */
async function settle(
  actions: Actions,
  context: RequestContext,
  scene: ActionScene,
  inputs: readonly ActionInput[],
  outcomes: readonly ActionOutcome[],
): Promise<readonly ActionOutcome[]> {
  const decided = outcomes.map(each => (each.result === 'failure' ? undefined : (each.output as Decided)));
  const settled: ActionOutcome[] = outcomes.map((each, at) =>
    each.result === 'failure' ? each : { ...each, output: decided[at]!.value },
  );
  const changes = outcomes.map((): ItemValueChange[] => []);
  const skipped = outcomes.map((): string[] => []);
  const places = [...inputs];
  const moved = new Map<number, { readonly projectId: number; readonly itemId: number }>();
  const annotated = new Map<number, ChangedAnnotations>();
  const most = Math.max(0, ...decided.map(each => each?.writes.length ?? 0));
  for (let turn = 0; turn < most; turn++) {
    const groups = new Map<string, number[]>();
    decided.forEach((each, at) => {
      const write = each?.writes[turn];
      if (write === undefined || settled[at]!.result === 'failure') return;
      const key = JSON.stringify([write.type, write.settings]);
      groups.set(key, [...(groups.get(key) ?? []), at]);
    });
    for (const group of groups.values()) {
      const { type, settings } = decided[group[0]!]!.writes[turn]!;
      const action = await actions.get(context, type);
      const done = await action.run(
        context,
        { ...scene, node: { ...scene.node, type, settings } },
        group.map(at => places[at]!),
      );
      group.forEach((at, index) => {
        const outcome = done[index]!;
        if (outcome.result === 'failure') {
          const { log, notSent, trace } = settled[at]!;
          settled[at] = {
            ...outcome,
            ...(trace === undefined ? {} : { trace }),
            ...(log === undefined ? {} : { log }),
            ...(notSent === undefined ? {} : { notSent }),
          };
        } else {
          changes[at]!.push(...(outcome.changes ?? []));
          // The revision before the first of several changes.
          if (outcome.annotated !== undefined && !annotated.has(at)) annotated.set(at, outcome.annotated);
          if (outcome.moved !== undefined) {
            moved.set(at, outcome.moved);
            places[at] = { ...places[at]!, ...outcome.moved };
          }
          if (outcome.skipped !== undefined) skipped[at]!.push(`${type}: ${outcome.skipped}`);
        }
      });
    }
  }
  return settled.map((each, at) =>
    each.result === 'failure'
      ? each
      : {
          ...each,
          ...(changes[at]!.length === 0 ? {} : { changes: changes[at]! }),
          ...(annotated.has(at) ? { annotated: annotated.get(at)! } : {}),
          ...(moved.has(at) ? { moved: moved.get(at)! } : {}),
          ...(skipped[at]!.length === 0 ? {} : { skipped: skipped[at]!.join(' ') }),
        },
  );
}
