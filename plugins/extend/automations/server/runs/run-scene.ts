import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun } from '#core/data/server/index.ts';
import type { ActionNode, EventNode, EventScope, PipelineGraph } from '../../common/pipeline.ts';
import type { ActionOutcome, ActionScene } from '../actions/action.ts';
import type { EventRow } from '../automation-tables.ts';
import type { JobResources } from './job-resources.ts';

/** The work of one event. */
export interface RunScene {
  readonly context: RequestContext;
  readonly run: JobRun;
  readonly event: EventRow;
  readonly graph: PipelineGraph;
  readonly pipelineName: string;
  readonly resources: JobResources;
}

/** Returns a node of a pipeline as its action gets it. */
export const actionScene = (
  { event, pipelineName, graph }: Pick<RunScene, 'event' | 'pipelineName' | 'graph'>,
  node: ActionNode,
): ActionScene => ({ pipelineId: event.pipeline_id, pipelineName, node, scope: scopeOf(graph, event.node_id) });

const scopeOf = (graph: PipelineGraph, nodeId: string): EventScope => {
  const event = graph.nodes.find((each): each is EventNode => each.kind === 'event' && each.id === nodeId);
  return event?.scope ?? { all: false, projects: [] };
};

/**
 * Returns the outcome of an action that threw. The text of an unexpected error may hold anything, so it stays in the
 * server's log.
 */
export function failureFrom(error: unknown): ActionOutcome {
  return isFault(error) && error.status < 500
    ? { result: 'failure', error: { code: error.code, message: error.message } }
    : {
        result: 'failure',
        error: { code: 'INTERNAL', message: 'The action failed unexpectedly. The log of the server says why.' },
      };
}
