import type { Edge, Node } from '@xyflow/react';
import { MarkerType } from '@xyflow/react';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import { messages } from '../messages.ts';
import type { GraphLayout, GraphRoute } from './graph-layout.ts';
import { NODE } from './graph-layout.ts';

/** Selection in a workflow: a status, or a transition by its place. */
export type Chosen = { readonly status: string } | { readonly transition: number } | undefined;

export type StatusNode = Node<
  {
    readonly name: string;
    readonly icon: number | null;
    readonly start: boolean;
    readonly here: boolean;
    readonly edits: boolean;
    readonly down: boolean;
  },
  'status'
>;
export type RouteEdge = Edge<{ readonly route: GraphRoute }, 'route'>;

/** Statuses as nodes; `here` is where a simulated item is. */
export function statusNodes(
  file: WorkflowFile,
  { places, direction }: GraphLayout,
  look: {
    readonly iconOf: (name: string) => number | null;
    readonly chosen: Chosen;
    readonly here: string | undefined;
    readonly edits: boolean;
  },
): StatusNode[] {
  return [...places].map(([name, position]) => ({
    id: name,
    type: 'status',
    position,
    width: NODE.width,
    height: NODE.height,
    draggable: false,
    deletable: look.edits,
    selected: look.chosen !== undefined && 'status' in look.chosen && look.chosen.status === name,
    data: {
      name,
      icon: look.iconOf(name),
      start: name === file.start_status,
      here: name === look.here,
      edits: look.edits,
      down: direction === 'TB',
    },
    ariaLabel: messages.graphParts.statusName(name, file.start_status),
    ariaRole: 'button',
  }));
}

/** Transitions between the same two statuses are one arrow with all their names; its id is the place of the first. */
export function routeEdges({ routes }: GraphLayout, chosen: Chosen, edits: boolean): RouteEdge[] {
  return routes.map(route => {
    const picked = chosen !== undefined && 'transition' in chosen && route.transitions.includes(chosen.transition);
    return {
      id: String(route.transitions[0]),
      source: route.from,
      target: route.to,
      type: 'route',
      selected: picked,
      deletable: edits,
      data: { route },
      zIndex: picked ? 1 : 0,
      ariaLabel: messages.graphParts.transitionLabelFromTo(route.label, route.from, route.to),
      ariaRole: 'button',
      markerEnd: {
        type: MarkerType.ArrowClosed,
        width: 16,
        height: 16,
        color: picked ? 'var(--loupe-accent)' : 'var(--loupe-muted)',
      },
    };
  });
}
