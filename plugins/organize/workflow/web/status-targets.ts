import type { ItemStatus } from '#plugins/workspace/items/common/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import type { ProjectWorkflow } from '../common/api.ts';

/** The statuses of a workflow as screens show them. */
export const statusesOf = (workflow: ProjectWorkflow): ItemStatus[] =>
  workflow.statuses.map(each => itemStatusOf(each.value, each.name));

/** Statuses that the caller may give to items in every one of `from`; nothing when they have no way in common. */
export function targetsOf(workflow: ProjectWorkflow, from: readonly number[]): ItemStatus[] {
  const lists = from.map(value => workflow.available[String(value)] ?? []);
  return statusesOf(workflow).filter(
    each =>
      lists.length > 0 &&
      lists.every((list, index) => list.includes(each.value) || from[index] === each.value) &&
      from.some(value => value !== each.value),
  );
}
