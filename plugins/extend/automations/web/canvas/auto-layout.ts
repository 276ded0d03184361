import dagre from '@dagrejs/dagre';
import type { PipelineGraph } from '../../common/pipeline.ts';

/** Size of a node on the canvas, in pixels. */
export const NODE = { width: 220, height: 64 } as const;

/** Returns places in layers from left to right, events first; upper left corners in pixels of the canvas, by node. */
export function layoutPipeline({
  nodes,
  edges,
}: PipelineGraph): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 36, ranksep: 72, marginx: 40, marginy: 40 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...NODE });
  for (const { from, to } of edges) if (graph.hasNode(from) && graph.hasNode(to)) graph.setEdge(from, to);
  dagre.layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x, y } = graph.node(id);
      return [id, { x: Math.round(x - NODE.width / 2), y: Math.round(y - NODE.height / 2) }];
    }),
  );
}
