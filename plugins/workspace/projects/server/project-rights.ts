import { notFound } from '#core/base/common/index.ts';
import type { RequestContext, Scope } from '#core/api/server/index.ts';
import type { Action, ProjectMembership } from '#core/permissions/common/index.ts';
import { folderActions, projectActions, teamActionsInProject, toAccess } from '#core/permissions/common/index.ts';
import type { ProjectWithRights } from '../common/project.ts';
import type { Projects } from './projects.ts';

/**
 * Adds what the caller may do in the project of a scope. Throws NOT_FOUND for a project the caller does not see, so
 * that a call about it answers 404 and reveals nothing.
 */
export async function grantInProject(
  projects: Projects,
  context: RequestContext,
  actions: ReadonlySet<string>,
  scope: Scope,
): Promise<ReadonlySet<string> | undefined> {
  if (scope.projectId === undefined) return undefined;
  const membership = await projects.membership(context, scope.projectId);
  if (membership === undefined) throw notFound('The project');
  return new Set([
    ...actions,
    ...projectActions(membership),
    ...teamActionsInProject(membership),
    ...folderActions(membership),
  ]);
}

/** The rights as the browser gets them, apart for the project and its folders. */
export function accessesOf(membership: ProjectMembership): ProjectWithRights['accesses'] {
  const access = (actions: Iterable<Action>): { actions: string[]; action_groups: string[] } => {
    const { actions: names, action_groups: groups } = toAccess(actions);
    return { actions: [...names], action_groups: [...groups] };
  };
  return {
    project: access([...projectActions(membership), ...teamActionsInProject(membership)]),
    folder: access(folderActions(membership)),
  };
}
