import { createHash } from 'node:crypto';
import { inject, injectable } from 'inversify';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { DryRunResult, RecordedChange, RecordedNote } from '../common/dry-run.ts';
import { eventTypeOf } from '../common/event-types.ts';
import type { ActionNode, EventNode, EventScope, PipelineGraph } from '../common/pipeline.ts';
import { everywhere, successors } from '../common/pipeline.ts';
import { titleOf } from '../common/validate-pipeline.ts';
import type { ActionCode } from '../common/custom-action.ts';
import type { Action, ActionInput, ActionOutcome, ChangedAnnotations } from './actions/action.ts';
import { CustomCode } from './actions/custom-code.ts';
import { Actions } from './actions/actions.ts';
import { asCause } from './cause.ts';
import { DryRunDocuments } from './dry-run-documents.ts';
import { TeamLimits } from './limits/team-limits.ts';
import { codeMsOf } from './limits/team-usage.ts';
import { PipelineCheck } from './pipeline-check.ts';
import type { StartedRun } from './runs/run-expansion.ts';
import { RunExpansion } from './runs/run-expansion.ts';

/** A pipeline and the items it is tried on; `node_id` is the event. */
export interface TriedPipeline {
  readonly graph: PipelineGraph;
  readonly node_id: string;
  readonly project_id: number;
  readonly item_ids: readonly number[];
}

/** Milliseconds of code that a dry run may use, and has used. */
interface CodeMeter {
  readonly left: number;
  used: number;
}

type Walked = Omit<DryRunResult, 'documents' | 'more_documents'> & {
  readonly annotated: readonly ChangedAnnotations[];
};

const NOT_TRIED: ActionOutcome = {
  result: 'failure',
  error: { code: 'AUTOMATION_LIMIT', message: 'Not tried: the code of the team may run no longer today (UTC).' },
};

/** Ends a transaction without an error, so that it is rolled back. */
class RolledBack extends Error {
  constructor(readonly result: DryRunResult) {
    super('rolled back');
  }
}

/**
 * No pipeline has it, so a run that is only tried starts every other one that a real run would start, and is rolled
 * back with them.
 */
const TRIED = 0;

/**
 * Tries pipelines on real items: the actions really run, in a transaction that is rolled back. What is shown is
 * therefore what happens, with all rights and rules. Messages are not sent, and delays are not waited for.
 */
@injectable()
export class DryRun {
  constructor(
    @inject(Actions) private readonly actions: Actions,
    @inject(RunExpansion) private readonly expansion: RunExpansion,
    @inject(PipelineCheck) private readonly check: PipelineCheck,
    @inject(CustomCode) private readonly code: CustomCode,
    @inject(TeamLimits) private readonly limits: TeamLimits,
    @inject(DryRunDocuments) private readonly documents: DryRunDocuments,
  ) {}

  /** Returns what the pipeline would change. @throws Fault PIPELINE_INVALID, INVALID_FIELD */
  async try(context: RequestContext, tried: TriedPipeline): Promise<DryRunResult> {
    const event = await this.#event(context, tried);
    return this.#metered(context, tried.graph, meter =>
      this.#rolledBack(context, async () => {
        const { annotated, ...result } = await this.#walk(context, tried, event, meter);
        return { ...result, ...(await this.documents.of(context, tried.project_id, annotated)) };
      }),
    );
  }

  /**
   * Makes the changes that were shown, in one transaction. Pipelines that follow from them start as usual.
   * @throws Fault DRY_RUN_OUTDATED (409) when they would be other ones now; nothing is changed then
   */
  async apply(context: RequestContext, tried: TriedPipeline, digest: string): Promise<DryRunResult> {
    const event = await this.#event(context, tried);
    return this.#metered(context, tried.graph, meter =>
      context.transaction(async () => {
        const { annotated: _, ...result } = await this.#walk(context, tried, event, meter);
        if (result.digest !== digest)
          throw new Fault(
            'DRY_RUN_OUTDATED',
            'Items changed since the dry run. Run it again and look at the new changes.',
            { status: 409 },
          );
        return { ...result, documents: [], more_documents: 0 };
      }),
    );
  }

  /** Returns what code would change of items. @throws Fault CODE_INVALID, SECRET_MISSING (422) */
  async tryCode(
    context: RequestContext,
    settings: ActionCode,
    tried: Pick<TriedPipeline, 'project_id' | 'item_ids'> & {
      readonly event_object?: Readonly<Record<string, unknown>> | undefined;
    },
  ): Promise<DryRunResult> {
    const draft = await this.code.draft(settings);
    const graph = graphOfCode(tried.event_object ?? {});
    const event = graph.nodes[0] as EventNode;
    return this.#metered(context, graph, meter =>
      this.#rolledBack(context, async () => {
        const of = { graph, node_id: event.id, ...tried };
        const { annotated, ...result } = await this.#walk(context, of, event, meter, this.code.of(draft));
        return { ...result, ...(await this.documents.of(context, tried.project_id, annotated)) };
      }),
    );
  }

  /**
   * Counts the seconds of code of a dry run into those of the team, also when it fails.
   * @throws Fault AUTOMATIONS_OFF (409), AUTOMATION_LIMIT (429) when code may not run now
   */
  async #metered<T>(context: RequestContext, graph: PipelineGraph, work: (meter: CodeMeter) => Promise<T>): Promise<T> {
    if (graph.nodes.every(each => each.type !== 'custom')) return work({ left: Infinity, used: 0 });
    const meter = { left: await this.limits.demandCode(context), used: 0 };
    try {
      return await work(meter);
    } finally {
      // What is rolled back takes no note of it.
      await this.limits.spendCode(context, meter.used);
    }
  }

  async #rolledBack(context: RequestContext, work: () => Promise<DryRunResult>): Promise<DryRunResult> {
    try {
      await context.transaction(async () => {
        throw new RolledBack(await work());
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.result;
      throw error;
    }
    throw new Error('a dry run was not rolled back');
  }

  async #event(context: RequestContext, { graph, node_id }: TriedPipeline): Promise<EventNode> {
    await this.check.demand(context, graph);
    const event = graph.nodes.find((each): each is EventNode => each.kind === 'event' && each.id === node_id);
    if (event === undefined || eventTypeOf(event.type)?.subject !== 'item')
      throw invalidField('node_id', 'must be the id of an event about items');
    return event;
  }

  async #walk(
    context: RequestContext,
    { graph, project_id: projectId, item_ids: ids }: TriedPipeline,
    event: EventNode,
    meter: CodeMeter,
    code?: Action,
  ): Promise<Walked> {
    const runs = await this.expansion.ofItems(
      context,
      event.type,
      projectId,
      [...new Set(ids)].toSorted((one, other) => one - other).map(id => ({ id })),
      new Date(),
    );
    const changes: RecordedChange[] = [];
    const notes: RecordedNote[] = [];
    const logs: DryRunResult['logs'] = [];
    const annotated: ChangedAnnotations[] = [];
    const previous = new Map<StartedRun, unknown>();
    const places = new Map<StartedRun, { readonly projectId: number; readonly itemId: number }>();
    // Runs that arrived at a node; in order of the graph, so that all of them are there when it is reached.
    const arrived = new Map<string, Set<StartedRun>>();
    const arrive = (nodes: readonly ActionNode[], run: StartedRun): void => {
      for (const { id } of nodes) arrived.set(id, (arrived.get(id) ?? new Set()).add(run));
    };
    for (const run of runs) arrive(successors(graph, event.id), run);
    for (const node of inOrder(graph)) {
      const here = [...(arrived.get(node.id) ?? [])];
      if (here.length === 0) continue;
      const outcomes = await this.#outcomes(
        context,
        event.scope,
        node,
        here.map((run, at) => ({
          ...inputOf(event, projectId, run, at),
          ...places.get(run),
          previous: previous.get(run),
        })),
        meter,
        code,
      );
      here.forEach((run, at) => {
        const outcome = outcomes[at]!;
        const of = { node: node.id, item_id: run.itemId!, item_name: run.subject };
        if (outcome.result !== 'failure') {
          for (const change of outcome.changes ?? []) changes.push({ ...of, ...change });
          if (outcome.annotated !== undefined) annotated.push(outcome.annotated);
          if (outcome.moved !== undefined) places.set(run, outcome.moved);
          previous.set(run, outcome.output);
        }
        for (const note of notesOf(node, outcome)) notes.push({ ...of, ...note });
        if (outcome.log !== undefined) logs.push({ ...of, text: outcome.log });
        arrive(successors(graph, node.id, outcome.result), run);
      });
    }
    return { changes, notes, logs, digest: digestOf(changes, annotated), annotated };
  }

  async #outcomes(
    context: RequestContext,
    scope: EventScope,
    node: ActionNode,
    inputs: readonly ActionInput[],
    meter: CodeMeter,
    code: Action | undefined,
  ): Promise<readonly ActionOutcome[]> {
    const action = code ?? (await this.actions.get(context, node.type));
    if (action.external && action.settle === undefined) return inputs.map(() => ({ result: 'success', output: null }));
    const scene = { pipelineId: TRIED, pipelineName: '', node, scope, dry: true, codeMs: meter.left - meter.used };
    return asCause({ pipelineId: TRIED, depth: 0 }, async () => {
      const done = await action.run(context, scene, inputs);
      meter.used += codeMsOf(done);
      const outcomes = inputs.map((_, at) => done[at] ?? NOT_TRIED);
      return (await action.settle?.(context, scene, inputs, outcomes)) ?? outcomes;
    });
  }
}

/** Returns a fingerprint of changes: equal for equal changes only. */
const digestOf = (changes: readonly RecordedChange[], annotated: readonly ChangedAnnotations[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...changes.map(each => [each.node, each.item_id, each.kind, each.before, each.after]),
        ...annotated.flatMap(each => each.hash ?? []),
      ]),
    )
    .digest('base64url');

const inputOf = (event: EventNode, projectId: number, run: StartedRun, at: number): ActionInput => ({
  stepId: at,
  runId: at,
  event: event.type,
  projectId,
  itemId: run.itemId,
  context: run.context,
  ts_ms: Date.now(),
  attempt: 1,
});

type Note = Pick<RecordedNote, 'outcome' | 'message'>;

const notesOf = (node: ActionNode, outcome: ActionOutcome): readonly Note[] => [
  ...(noteOf(node, outcome) ?? []),
  ...(outcome.notSent ?? []).map(message => ({ outcome: 'not_sent' as const, message })),
];

function noteOf(node: ActionNode, outcome: ActionOutcome): readonly Note[] | undefined {
  if (node.type === 'send_webhook' || node.type === 'send_email')
    return [{ outcome: 'not_sent', message: `${titleOf(node)} is not sent in a dry run.` }];
  if (node.type === 'delay')
    return [{ outcome: 'not_waited', message: `Would wait ${String(node.settings['seconds'])} seconds.` }];
  if (outcome.result === 'failure') return [{ outcome: 'failed', message: outcome.error.message }];
  if (outcome.result !== 'success')
    return [{ outcome: outcome.result, message: `The condition is ${outcome.result}.` }];
  return outcome.skipped === undefined ? undefined : [{ outcome: 'skipped', message: outcome.skipped }];
}

/** Returns a pipeline of one step that runs code. */
const graphOfCode = (argument: Readonly<Record<string, unknown>>): PipelineGraph => ({
  nodes: [
    { id: 'start', kind: 'event', type: 'item fired', settings: {}, scope: everywhere, x: 0, y: 0 },
    { id: 'code', kind: 'action', type: 'custom', settings: { event_object: argument }, x: 300, y: 0 },
  ],
  edges: [{ from: 'start', to: 'code' }],
});

/** Returns the actions of a graph without cycles, each after those that lead to it. */
function inOrder(graph: PipelineGraph): readonly ActionNode[] {
  const done = new Set<string>();
  const ordered: ActionNode[] = [];
  const visit = (id: string): void => {
    if (done.has(id)) return;
    done.add(id);
    for (const each of graph.edges) if (each.to === id) visit(each.from);
    const node = graph.nodes.find(each => each.id === id);
    if (node?.kind === 'action') ordered.push(node);
  };
  for (const { id } of graph.nodes) visit(id);
  return ordered;
}
