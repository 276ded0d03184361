import dagre from '@dagrejs/dagre';

/** Size of a status in the graph, in pixels. */
export const NODE = { width: 176, height: 44 } as const;

/** A place in the graph: the upper left corner, in pixels. */
export interface GraphPlace {
  readonly x: number;
  readonly y: number;
}

/**
 * Places statuses in layers along the transitions, the start first, left to right. Layers come from the shortest way from the start, so
 * that ways back do not pull the picture apart; what can not be reached stands in a layer of its own at the end.
 */
export function layoutStatuses(statuses: readonly string[], transitions: readonly { readonly from: string; readonly to: string }[], start: string): ReadonlyMap<string, GraphPlace> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 56, ranksep: 120, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  const depth = depths(statuses, transitions, start);
  for (const name of statuses) graph.setNode(name, { ...NODE });
  for (const { from, to } of transitions) {
    const [near, far] = [depth.get(from), depth.get(to)];
    if (near === undefined || far === undefined || from === to) continue;
    if (near < far) graph.setEdge(from, to);
    else if (near > far) graph.setEdge(to, from);
  }
  dagre.layout(graph);
  return new Map(statuses.map(name => {
    const { x, y } = graph.node(name);
    return [name, { x: x - NODE.width / 2, y: y - NODE.height / 2 }];
  }));
}

function depths(statuses: readonly string[], transitions: readonly { readonly from: string; readonly to: string }[], start: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>(statuses.includes(start) ? [[start, 0]] : []);
  for (const [name, depth] of found) for (const { from, to } of transitions) if (from === name && statuses.includes(to) && !found.has(to)) found.set(to, depth + 1);
  const beyond = Math.max(0, ...found.values()) + 1;
  for (const name of statuses) if (!found.has(name)) found.set(name, beyond);
  return found;
}
