/** New status for the items of a status that a workflow lacks; both are codes stored on items. */
export interface StatusMove {
  readonly from: number;
  readonly to: number;
}

/** Number of items of a project in a status. */
export interface CountedStatus {
  readonly project_id: number;
  readonly status: number;
  readonly items: number;
  readonly deleted: number;
}

/** Changes of items before a workflow applies to them. */
export interface MovePlan {
  /** Per project, status to status. */
  readonly moves: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** Statuses with present items for which nobody chose a target. */
  readonly unmapped: readonly number[];
}

/** Places of moves that cannot be right: a target the workflow does not have, or a second target of one status. */
export function moveProblems(
  moves: readonly StatusMove[],
  kept: ReadonlySet<number>,
): readonly { readonly at: number; readonly field: 'from' | 'to'; readonly reason: string }[] {
  return moves.flatMap((move, at) => [
    ...(kept.has(move.to) ? [] : [{ at, field: 'to' as const, reason: 'is no status of the workflow' }]),
    ...(moves.findIndex(each => each.from === move.from) < at
      ? [{ at, field: 'from' as const, reason: 'has a target already' }]
      : []),
  ]);
}

/**
 * Plans where items go that are in statuses outside of `kept`. People choose for items they see; items that are
 * deleted, or in a deleted project, go to the start when nobody chose, so that they are whole when they come back.
 */
export function planMoves(
  counts: readonly CountedStatus[],
  kept: ReadonlySet<number>,
  moves: readonly StatusMove[],
  start: number,
  isDeleted: (projectId: number) => boolean = () => false,
): MovePlan {
  const chosen = new Map(moves.map(each => [each.from, each.to]));
  const plan = new Map<number, Map<number, number>>();
  const unmapped = new Set<number>();
  for (const { project_id: project, status, items } of counts) {
    if (kept.has(status)) continue;
    const to = chosen.get(status);
    if (to === undefined && items > 0 && !isDeleted(project)) unmapped.add(status);
    const own = plan.get(project) ?? new Map<number, number>();
    plan.set(project, own.set(status, to ?? start));
  }
  return { moves: plan, unmapped: [...unmapped] };
}
