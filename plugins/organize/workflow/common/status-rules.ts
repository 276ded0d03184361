import { statusById, statusKinds } from './workflow.ts';
import type { Constraint, Workflow, WorkflowStatus, WorkflowTransition } from './workflow.ts';

/** The caller's rights over the status of an item: two flags and their role in the project. */
export interface StatusPermissions {
  readonly applyStatus: boolean;
  readonly applyTransition: boolean;
  readonly roleId: number;
}

/** The transitions the caller gets: those of their role, and none at all without the right to use transitions. */
export function loadableTransitions(workflow: Workflow, permissions: StatusPermissions): readonly WorkflowTransition[] {
  if (!permissions.applyTransition) return [];
  return workflow.transitions.filter(transition => transition.role_ids.includes(permissions.roleId));
}

/**
 * The statuses an item may be moved to by hand: with `applyStatus` every known status but the current one;
 * otherwise with `applyTransition` the targets of the transitions from the current status, each once; otherwise none.
 */
export function availableStatuses(
  workflow: Workflow,
  currentStatusId: number,
  permissions: StatusPermissions,
): readonly WorkflowStatus[] {
  if (permissions.applyStatus) return workflow.statuses.filter(status => status.status_id !== currentStatusId);
  const targets = new Set(
    loadableTransitions(workflow, permissions)
      .filter(transition => transition.from_status_id === currentStatusId)
      .map(transition => transition.to_status_id),
  );
  return [...targets].flatMap(id => statusById(workflow, id) ?? []);
}

/** True when the caller may move an item from one status to the other. */
export function canChangeStatus(
  workflow: Workflow,
  fromStatusId: number,
  toStatusId: number,
  permissions: StatusPermissions,
): boolean {
  return availableStatuses(workflow, fromStatusId, permissions).some(status => status.status_id === toStatusId);
}

/** The transition that a change by the caller uses; undefined when they apply the status directly or may not. */
export function transitionFor(
  workflow: Workflow,
  fromStatusId: number,
  toStatusId: number,
  permissions: StatusPermissions,
): WorkflowTransition | undefined {
  if (permissions.applyStatus) return undefined;
  return loadableTransitions(workflow, permissions).find(
    transition => transition.from_status_id === fromStatusId && transition.to_status_id === toStatusId,
  );
}

/**
 * Returns the transition that leads from one status to another by their codes: one of the role where it has one.
 * Undefined for a change that follows none.
 */
export function transitionBetween(
  workflow: Workflow,
  from: number,
  to: number,
  roleId: number | undefined,
): WorkflowTransition | undefined {
  const codeOf = (statusId: number): number | undefined =>
    workflow.statuses.find(each => each.status_id === statusId)?.value;
  const found = workflow.transitions.filter(
    each => codeOf(each.from_status_id) === from && codeOf(each.to_status_id) === to,
  );
  return found.find(each => roleId !== undefined && each.role_ids.includes(roleId)) ?? found[0];
}

/** The transition that happens by itself on an action in a status, undefined when there is none. */
export function automationFor(
  transitions: readonly WorkflowTransition[],
  fromStatusId: number,
  action: string,
): WorkflowTransition | undefined {
  return transitions.find(
    transition => transition.from_status_id === fromStatusId && transition.automation?.action === action,
  );
}

/** Returns the constraints of the transition; an empty list when nothing must. */
export const constraintsOf = (transition: WorkflowTransition | undefined): readonly Constraint[] =>
  transition?.constraint?.rules ?? [];

/** Ids of the statuses whose items a role sees: all for an admin, none for a role the workflow does not have. */
export function visibleStatusIds(workflow: Workflow, roleId: number): readonly number[] {
  const role = workflow.roles.find(entry => entry.role_id === roleId);
  if (!role) return [];
  return role.isAdmin
    ? workflow.statuses.map(status => status.status_id)
    : role.workflowRoleStatuses.map(entry => entry.status_id);
}

/** Ids of the statuses in which a role has work to do: it sees the items and can move them on. */
export function workableStatusIds(workflow: Workflow, roleId: number): readonly number[] {
  const visible = new Set(visibleStatusIds(workflow, roleId));
  const from = workflow.transitions
    .filter(transition => transition.role_ids.includes(roleId) && visible.has(transition.from_status_id))
    .map(transition => transition.from_status_id);
  return [...new Set(from)];
}

/** Ids of the statuses whose items count as completed. */
export const completedStatusIds = (workflow: Workflow): readonly number[] =>
  workflow.statuses.filter(status => status.kind === statusKinds.end).map(status => status.status_id);
