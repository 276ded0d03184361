/** Statuses of a project that its items decide. On hold is always a person's choice. */
export const ProjectState = { NotStarted: 1, InProgress: 2, Completed: 3 } as const;
export type ProjectState = (typeof ProjectState)[keyof typeof ProjectState];

/** Numbers of items of a project. */
export interface ItemNumbers {
  readonly total: number;
  /** In the status in which items begin. */
  readonly untouched: number;
  readonly completed: number;
}

/** Returns the status of a project whose items are so far. A project without items is not started. */
export function stateOf({ total, untouched, completed }: ItemNumbers): ProjectState {
  if (total === untouched) return ProjectState.NotStarted;
  return total === completed ? ProjectState.Completed : ProjectState.InProgress;
}
