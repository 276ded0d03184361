import dagre from '@dagrejs/dagre';

/** Size of a status in the graph, in pixels. */
export const NODE = { width: 176, height: 44 } as const;
/** Room for the names on an arrow, in pixels. */
const LABEL = { character: 6.5, height: 16, most: 200 } as const;

/** A place in the graph, in pixels. */
export interface GraphPlace {
  readonly x: number;
  readonly y: number;
}

/** The way of the transitions between two statuses, in one direction. */
export interface GraphRoute {
  readonly from: string;
  readonly to: string;
  /** Places of these transitions in the workflow. */
  readonly transitions: readonly number[];
  readonly label: string;
  readonly points: readonly GraphPlace[];
  /** Middle of the label. */
  readonly at: GraphPlace;
}

/** Direction of a workflow: to the right or down. */
export type GraphDirection = 'LR' | 'TB';

export interface GraphLayout {
  readonly direction: GraphDirection;
  readonly width: number;
  readonly height: number;
  /** Upper left corners of statuses by name. */
  readonly places: ReadonlyMap<string, GraphPlace>;
  readonly routes: readonly GraphRoute[];
}

/** Places statuses in layers along the transitions, the start first, and finds ways for the arrows around them. */
export function layoutWorkflow(
  statuses: readonly string[],
  transitions: readonly { readonly name: string; readonly from: string; readonly to: string }[],
  start: string,
  direction: GraphDirection = 'LR',
): GraphLayout {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: direction, nodesep: 36, edgesep: 18, ranksep: 36, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  // Circles are opened where they come back to what was met first: from the start on, in the order of the workflow.
  for (const name of [start, ...statuses.filter(each => each !== start)])
    if (statuses.includes(name)) graph.setNode(name, { ...NODE });
  const pairs = new Map<string, { readonly from: string; readonly to: string; readonly ats: number[] }>();
  for (const [at, { from, to }] of transitions.entries()) {
    if (from === to || !graph.hasNode(from) || !graph.hasNode(to)) continue;
    const key = JSON.stringify([from, to]);
    const pair = pairs.get(key) ?? { from, to, ats: [] };
    pair.ats.push(at);
    pairs.set(key, pair);
  }
  const label = (ats: readonly number[]): string => ats.map(at => transitions[at]!.name).join(', ');
  for (const { from, to, ats } of pairs.values())
    graph.setEdge(from, to, {
      width: Math.min(LABEL.most, label(ats).length * LABEL.character + 12),
      height: LABEL.height,
      labelpos: 'c',
    });
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number };
  return {
    direction,
    width: Math.max(0, width),
    height: Math.max(0, height),
    places: new Map(
      [...new Set(statuses)].map(name => [
        name,
        { x: graph.node(name).x - NODE.width / 2, y: graph.node(name).y - NODE.height / 2 },
      ]),
    ),
    routes: [...pairs.values()].map(({ from, to, ats }) => {
      const edge = graph.edge(from, to) as {
        readonly points: readonly GraphPlace[];
        readonly x: number;
        readonly y: number;
      };
      return {
        from,
        to,
        transitions: ats,
        label: label(ats),
        points: edge.points.map(({ x, y }) => ({ x, y })),
        at: { x: edge.x, y: edge.y },
      };
    }),
  };
}

/** The layout, of running to the right and down, that is shown larger in a frame of this size in pixels. */
export function layoutFor(
  frame: { readonly width: number; readonly height: number },
  layouts: readonly [GraphLayout, GraphLayout],
): GraphLayout {
  const scale = ({ width, height }: GraphLayout): number =>
    Math.min(frame.width / Math.max(1, width), frame.height / Math.max(1, height));
  const [right, down] = layouts;
  return scale(down) > scale(right) ? down : right;
}

/**
 * Returns the bounds of a layout in a frame: all of it, arrows too, and never larger than life by more than a tenth.
 */
export function boundsIn(
  frame: { readonly width: number; readonly height: number },
  { width, height }: GraphLayout,
): GraphPlace & { readonly width: number; readonly height: number } {
  const [wide, high] = [Math.max(width, frame.width / 1.1), Math.max(height, frame.height / 1.1)];
  return { x: (width - wide) / 2, y: (height - high) / 2, width: wide, height: high };
}

/** An SVG path through points, its corners rounded off. */
export function smoothPath(points: readonly GraphPlace[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const turns = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1]!;
    const end = at === rest.length - 2 ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${point.x},${point.y} ${end.x},${end.y}`;
  });
  return `M${first.x},${first.y} ${turns.length === 0 ? `L${last.x},${last.y}` : turns.join(' ')}`;
}
