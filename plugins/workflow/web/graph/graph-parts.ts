import type { Edge, Node } from '@xyflow/react';
import { MarkerType } from '@xyflow/react';
import type { WorkflowFile } from '../../common/workflow-file.ts';
import { layoutStatuses, NODE } from './graph-layout.ts';

/** What is chosen in a workflow: a status, or a transition by its place. */
export type Chosen = { readonly status: string } | { readonly transition: number } | undefined;

export type StatusNode = Node<{ readonly name: string; readonly icon: number | null; readonly start: boolean; readonly here: boolean; readonly edits: boolean }, 'status'>;

/** Statuses as nodes; `here` is where a simulated item is. */
export function statusNodes(file: WorkflowFile, look: { readonly iconOf: (name: string) => number | null; readonly chosen: Chosen; readonly here: string | undefined; readonly edits: boolean }): StatusNode[] {
  const places = layoutStatuses(file.statuses, file.transitions, file.start_status);
  return [...new Set(file.statuses)].map(name => ({
    id: name, type: 'status', position: places.get(name)!, width: NODE.width, height: NODE.height, draggable: false, deletable: look.edits,
    selected: look.chosen !== undefined && 'status' in look.chosen && look.chosen.status === name,
    data: { name, icon: look.iconOf(name), start: name === file.start_status, here: name === look.here, edits: look.edits },
    ariaLabel: `Status ${name}${name === file.start_status ? ' Start' : ''}`, ariaRole: 'button',
  }));
}

/** Transitions between the same two statuses are one edge with all their names; its id is the place of the first. */
export function transitionEdges(file: WorkflowFile, chosen: Chosen, edits: boolean): Edge[] {
  const places = layoutStatuses(file.statuses, file.transitions, file.start_status);
  const pairs = new Map<string, number[]>();
  for (const [at, { from, to }] of file.transitions.entries()) if (places.has(from) && places.has(to)) pairs.set(JSON.stringify([from, to]), [...(pairs.get(JSON.stringify([from, to])) ?? []), at]);
  return [...pairs.values()].map(ats => {
    const { from, to } = file.transitions[ats[0]!]!;
    const picked = chosen !== undefined && 'transition' in chosen && ats.includes(chosen.transition);
    // The next layer is met from the side; ways back run below, others above, so that there and back stay apart.
    const way = places.get(to)!.x > places.get(from)!.x ? 'ahead' : places.get(to)!.x < places.get(from)!.x ? 'back' : 'beside';
    const names = ats.map(at => file.transitions[at]!.name).join(', ');
    return {
      id: String(ats[0]), source: from, target: to, sourceHandle: `${way}-out`, targetHandle: `${way}-in`, label: names, selected: picked, deletable: edits, type: 'default',
      ariaLabel: `Transition ${names} from ${from} to ${to}`, ariaRole: 'button', markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: picked ? 'var(--loupe-accent)' : 'var(--loupe-muted)' }, data: { transitions: ats },
      zIndex: picked ? 10 : 0,
    };
  });
}
