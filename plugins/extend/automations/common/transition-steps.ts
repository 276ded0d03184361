import { actionTypeOf } from './action-types.ts';
import { TRANSITION } from './event-types.ts';
import type { PipelineGraph, PipelineNode } from './pipeline.ts';
import { successors } from './pipeline.ts';

/** Value of the setting `timing` of an event node whose actions are part of the transition. */
export const WITH_CHANGE = 'with_change';

/** Returns whether an event node asks that its actions are part of the change that it is about. */
export const isWithChange = ({ type, settings }: Pick<PipelineNode, 'type' | 'settings'>): boolean =>
  type === TRANSITION && settings['timing'] === WITH_CHANGE;

/**
 * Returns the ids of the actions that are part of the change when an event node starts a pipeline: those that it leads
 * to over nothing but actions that only write in the database. All others run after it.
 */
export function stepsWithChange(graph: PipelineGraph, eventNodeId: string): ReadonlySet<string> {
  const event = graph.nodes.find(each => each.id === eventNodeId);
  if (event === undefined || !isWithChange(event)) return new Set();
  const found = new Set<string>();
  const visit = (nodeId: string): void => {
    for (const node of successors(graph, nodeId)) {
      if (found.has(node.id) || actionTypeOf(node.type)?.withChange !== true) continue;
      found.add(node.id);
      visit(node.id);
    }
  };
  visit(eventNodeId);
  return found;
}

/** Returns the types of the actions that an event node leads to, in the order of the nodes, apart by when they run. */
export function stepTypes(
  graph: PipelineGraph,
  eventNodeId: string,
): { readonly with_change: string[]; readonly after_change: string[] } {
  const inside = stepsWithChange(graph, eventNodeId);
  const reached = new Set([eventNodeId]);
  for (const id of reached) for (const node of successors(graph, id)) reached.add(node.id);
  const actions = graph.nodes.filter(each => each.kind === 'action' && reached.has(each.id));
  const typesOf = (within: boolean): string[] => [
    ...new Set(actions.filter(each => inside.has(each.id) === within).map(each => each.type)),
  ];
  return { with_change: typesOf(true), after_change: typesOf(false) };
}
