import { inject, injectable } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectMembership } from '#core/permissions/common/index.ts';
import { isCustomRole, projectRoleName } from '#core/permissions/common/index.ts';
import type { ProjectRole } from '#plugins/workspace/projects/common/index.ts';
import { visibleStatusIds } from '../common/status-rules.ts';
import { statusByName } from '../common/workflow.ts';
import { Vocabulary } from './vocabulary.ts';
import { Workflows } from './workflows.ts';

/** Roles of people in a project, with their permissions. */
@injectable()
export class RoleConditions {
  constructor(
    @inject(Workflows) private readonly workflows: Workflows,
    @inject(Vocabulary) private readonly vocabulary: Vocabulary,
  ) {}

  /** The roles of the project's workflow. Its admin role is called ProjectAdmin among people. */
  async roles(context: RequestContext, projectId: number): Promise<readonly ProjectRole[]> {
    const { roles } = await this.workflows.ofProject(context, projectId);
    return roles.map(each => ({ id: each.role_id, name: projectRoleName(each.role_id) ?? each.name }));
  }

  /** Adds what the caller's role sees, and the ticked permissions of a role that the team made. */
  async extend(context: RequestContext, membership: ProjectMembership, projectId: number): Promise<ProjectMembership> {
    const workflow = await this.workflows.ofProject(context, projectId);
    const seen = new Set(visibleStatusIds(workflow, membership.role));
    const inProgress = statusByName(workflow, 'InProgress');
    return {
      ...membership,
      seesStart: seen.has(workflow.start_status_id),
      seesInProgress: inProgress !== undefined && seen.has(inProgress.status_id),
      ...(isCustomRole(membership.role) ? { rolePermissions: await this.#ticked(context, membership.role) } : {}),
    };
  }

  /** Ids of the permissions of a role; none for one that is gone, whose people still see the project. */
  async #ticked(context: RequestContext, roleId: number): Promise<number[]> {
    const role = (await this.vocabulary.roles(context)).find(each => each.id === roleId);
    return (role?.rolePermissions ?? []).map(each => each.permission_id);
  }
}
