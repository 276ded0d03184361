import type { WorkflowImpact } from '../common/change-api.ts';
import type { StatusMove } from '../common/status-moves.ts';

/** A status that items are in and the workflow does not have. */
export interface LostStatus {
  readonly value: number;
  readonly name: string;
  readonly items: number;
  /** Number of projects with items in it. */
  readonly projects: number;
}

/** Statuses whose items must go elsewhere, over all projects. */
export function lostStatuses(impact: Pick<WorkflowImpact, 'projects'>): readonly LostStatus[] {
  const found = new Map<number, LostStatus>();
  for (const { value, name, items } of impact.projects.flatMap(each => each.statuses.filter(status => !status.kept))) {
    const before = found.get(value);
    found.set(value, { value, name, items: items + (before?.items ?? 0), projects: 1 + (before?.projects ?? 0) });
  }
  return [...found.values()];
}

/** True when every item that must go has somewhere to go. */
export const allMapped = (impact: Pick<WorkflowImpact, 'projects'>, moves: readonly StatusMove[]): boolean =>
  lostStatuses(impact).every(each => moves.some(move => move.from === each.value));
