import { z } from '#core/api/common/index.ts';

/** Most nodes and edges of a pipeline. */
export const MOST_NODES = 50;
export const MOST_EDGES = 200;

/** When an edge is followed, by the outcome of the action it leaves. Edges of an event are always followed. */
export const edgeConditions = ['success', 'failure', 'always', 'true', 'false'] as const;
export type EdgeCondition = (typeof edgeConditions)[number];

const nodeId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, 'begin with a letter; use at most 40 letters, digits, _ and -');
/** Pixels of the canvas. */
const coordinate = z.number().min(-100_000).max(100_000);
/** Depends on the type of the node; `validatePipeline` checks it. */
const settings = z.record(z.string().max(60), z.unknown());

/** The projects an event is taken from: all of the team, or these, each with all of its folders or some. */
const eventScope = z.strictObject({
  all: z.boolean(),
  projects: z.array(z.strictObject({ id: z.int().positive(), folders: z.array(z.int().positive()).max(200) })).max(200),
});
export type EventScope = z.output<typeof eventScope>;

const eventNode = z.strictObject({
  id: nodeId,
  kind: z.literal('event'),
  type: z.string().max(60),
  settings,
  scope: eventScope,
  x: coordinate,
  y: coordinate,
});
export type EventNode = z.output<typeof eventNode>;

const actionNode = z.strictObject({
  id: nodeId,
  kind: z.literal('action'),
  type: z.string().max(60),
  settings,
  x: coordinate,
  y: coordinate,
});
export type ActionNode = z.output<typeof actionNode>;

const edge = z.strictObject({ from: nodeId, to: nodeId, on: z.enum(edgeConditions).optional() });
export type PipelineEdge = z.output<typeof edge>;

/** Events and actions with the edges between them, as data. Whether it can run is for `validatePipeline` to say. */
export const pipelineGraph = z.strictObject({
  nodes: z.array(z.discriminatedUnion('kind', [eventNode, actionNode])).max(MOST_NODES),
  edges: z.array(edge).max(MOST_EDGES),
});
export type PipelineGraph = z.output<typeof pipelineGraph>;
export type PipelineNode = PipelineGraph['nodes'][number];

/** The scope of a new event: every project of the team. */
export const everywhere: EventScope = { all: true, projects: [] };

/** Returns whether an edge is followed after an action with this outcome. */
export function follows({ on = 'success' }: PipelineEdge, outcome: 'success' | 'failure' | 'true' | 'false'): boolean {
  if (on === 'always') return true;
  return on === outcome;
}

/** Returns the nodes that edges lead to from a node. `outcome` is absent for events. */
export function successors(
  graph: PipelineGraph,
  nodeId: string,
  outcome?: 'success' | 'failure' | 'true' | 'false',
): readonly ActionNode[] {
  const targets = new Set(
    graph.edges
      .filter(each => each.from === nodeId && (outcome === undefined || follows(each, outcome)))
      .map(each => each.to),
  );
  return graph.nodes.filter((each): each is ActionNode => each.kind === 'action' && targets.has(each.id));
}
