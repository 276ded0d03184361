import type { Workflow } from '#plugins/organize/workflow/common/index.ts';
import { statusById, statusByName, workableStatusIds } from '#plugins/organize/workflow/common/index.ts';

/** Values of the project setting `ItemAutoAssignOrder` that mean something; others order by name. */
export const requestOrders = { name: 3, priority: 4 } as const;

/** Statuses (codes) in which a role has work to do, and the one of them in which items came back to it. */
export interface WorkStatuses {
  readonly workable: readonly number[];
  readonly returned: number | undefined;
}

/** The work of a role in a workflow: what it sees and can move on. */
export function workOf(workflow: Workflow, roleId: number): WorkStatuses {
  const workable = workableStatusIds(workflow, roleId).flatMap(id => statusById(workflow, id)?.value ?? []);
  const returned = statusByName(workflow, 'Returned')?.value;
  return { workable, returned: returned !== undefined && workable.includes(returned) ? returned : undefined };
}

/** Returns the text for somebody who has items to finish first. */
export const unfinishedMessage = (unfinished: number): string =>
  `Finish your current ${unfinished === 1 ? 'task' : 'tasks'} before requesting more: ${unfinished.toLocaleString('en')} ${unfinished === 1 ? 'is' : 'are'} left.`;

/** Status of projects that hand out no items. */
export const PROJECT_ON_HOLD = 4;

/** Text for a request in such a project. */
export const HANDS_OUT_NOTHING = 'This project is on hold and hands out no tasks.';

/** Text when the queue has no item for somebody. */
export const NOTHING_LEFT = 'Nothing is left for you.';
