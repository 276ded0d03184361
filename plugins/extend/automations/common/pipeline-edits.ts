import { actionTypeOf } from './action-types.ts';
import { eventTypeOf } from './event-types.ts';
import type { EdgeCondition, EventScope, PipelineEdge, PipelineGraph, PipelineNode } from './pipeline.ts';
import { everywhere, MOST_NODES } from './pipeline.ts';

/** A pipeline without nodes. */
export const emptyGraph: PipelineGraph = { nodes: [], edges: [] };

/** Distance of a copy from its original, in pixels of the canvas. */
const COPY_OFFSET = 40;

/** Returns an id that no node has: `event1`, `action2` … */
export function freeNodeId({ nodes }: PipelineGraph, kind: PipelineNode['kind']): string {
  for (let number = 1; ; number++) if (!nodes.some(each => each.id === `${kind}${number}`)) return `${kind}${number}`;
}

/** Adds an event or action; a pipeline that is full stays as it is. Its times are those of `zone`. */
export function addNode(
  graph: PipelineGraph,
  kind: PipelineNode['kind'],
  type: string,
  { x, y }: { readonly x: number; readonly y: number },
  zone?: string,
): PipelineGraph {
  if (graph.nodes.length >= MOST_NODES) return graph;
  const zones = zone === undefined ? [] : (eventTypeOf(type)?.fields.filter(each => each.kind === 'timeZone') ?? []);
  const settings = Object.fromEntries(zones.map(each => [each.name, zone]));
  const of = { id: freeNodeId(graph, kind), type, settings, x, y };
  const node: PipelineNode = kind === 'event' ? { ...of, kind, scope: everywhere } : { ...of, kind };
  return { ...graph, nodes: [...graph.nodes, node] };
}

/** Removes nodes with their edges, and edges by their place in the list. */
export function removeParts(
  graph: PipelineGraph,
  nodeIds: ReadonlySet<string>,
  edges: ReadonlySet<number> = new Set(),
): PipelineGraph {
  return {
    nodes: graph.nodes.filter(each => !nodeIds.has(each.id)),
    edges: graph.edges.filter((each, at) => !edges.has(at) && !nodeIds.has(each.from) && !nodeIds.has(each.to)),
  };
}

/** Connects two nodes, unless they are connected. Of a condition, the first edge is “true” and the second “false”. */
export function connectNodes(graph: PipelineGraph, from: string, to: string): PipelineGraph {
  const target = graph.nodes.find(each => each.id === to);
  if (from === to || target?.kind !== 'action') return graph;
  if (graph.edges.some(each => each.from === from && each.to === to)) return graph;
  const source = graph.nodes.find(each => each.id === from);
  if (source === undefined) return graph;
  return { ...graph, edges: [...graph.edges, { from, to, ...firstCondition(graph, source) }] };
}

function firstCondition({ edges }: PipelineGraph, source: PipelineNode): { readonly on?: EdgeCondition } {
  if (source.kind === 'event' || actionTypeOf(source.type)?.outcomes !== 'condition') return {};
  return { on: edges.some(each => each.from === source.id && each.on === 'true') ? 'false' : 'true' };
}

/** Returns the conditions that an edge leaving a node may have; none for events. */
export function conditionsOf(source: PipelineNode | undefined): readonly EdgeCondition[] {
  if (source === undefined || source.kind === 'event') return [];
  return actionTypeOf(source.type)?.outcomes === 'condition'
    ? ['true', 'false', 'always']
    : ['success', 'failure', 'always'];
}

/** Sets when an edge is followed; `success` is left out, as it is the usual one. */
export function setCondition(graph: PipelineGraph, at: number, on: EdgeCondition): PipelineGraph {
  return {
    ...graph,
    edges: graph.edges.map(({ from, to, ...rest }, index): PipelineEdge => {
      if (index !== at) return { from, to, ...rest };
      return on === 'success' ? { from, to } : { from, to, on };
    }),
  };
}

/** Puts nodes in other places. */
export const moveNodes = (
  graph: PipelineGraph,
  places: ReadonlyMap<string, { readonly x: number; readonly y: number }>,
): PipelineGraph => ({
  ...graph,
  nodes: graph.nodes.map(each => {
    const place = places.get(each.id);
    return place === undefined ? each : { ...each, x: Math.round(place.x), y: Math.round(place.y) };
  }),
});

/** Sets one setting of a node; undefined removes it. */
export function setSetting(graph: PipelineGraph, id: string, name: string, value: unknown): PipelineGraph {
  return {
    ...graph,
    nodes: graph.nodes.map(each => {
      if (each.id !== id) return each;
      const { [name]: _, ...others } = each.settings;
      return { ...each, settings: value === undefined ? others : { ...others, [name]: value } };
    }),
  };
}

/** Sets where an event is taken from. */
export const setScope = (graph: PipelineGraph, id: string, scope: EventScope): PipelineGraph => ({
  ...graph,
  nodes: graph.nodes.map(each => (each.id === id && each.kind === 'event' ? { ...each, scope } : each)),
});

/** Returns a part of a pipeline: some nodes and the edges among them. */
export const partOf = ({ nodes, edges }: PipelineGraph, ids: ReadonlySet<string>): PipelineGraph => ({
  nodes: nodes.filter(each => ids.has(each.id)),
  edges: edges.filter(each => ids.has(each.from) && ids.has(each.to)),
});

/**
 * Adds a copy of nodes with new ids, a little to the side, and returns the ids of the copies. Nothing is added when
 * they are too many.
 */
export function pasteNodes(
  graph: PipelineGraph,
  part: PipelineGraph,
): { readonly graph: PipelineGraph; readonly ids: ReadonlySet<string> } {
  if (graph.nodes.length + part.nodes.length > MOST_NODES) return { graph, ids: new Set() };
  const ids = new Map<string, string>();
  let next = graph;
  for (const node of part.nodes) {
    const id = freeNodeId(next, node.kind);
    ids.set(node.id, id);
    next = { ...next, nodes: [...next.nodes, { ...node, id, x: node.x + COPY_OFFSET, y: node.y + COPY_OFFSET }] };
  }
  const edges = part.edges.map(each => ({ ...each, from: ids.get(each.from)!, to: ids.get(each.to)! }));
  return { graph: { ...next, edges: [...next.edges, ...edges] }, ids: new Set(ids.values()) };
}
