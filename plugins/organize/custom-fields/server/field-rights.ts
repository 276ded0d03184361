import { inject, injectable } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import { isTeamAdmin } from '#core/permissions/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { EntityPair, Template } from '../common/template.ts';

/** Access to values: team admins; project admins with the right given to them; and the roles a field names. */
@injectable()
export class FieldRights {
  constructor(@inject(Projects) private readonly projects: Projects) {}

  /**
   * Those of the fields whose values the caller may see or edit. `projectId` is the project of the entity, when it has
   * one.
   */
  async among(
    context: RequestContext,
    pair: EntityPair,
    templates: readonly Template[],
    right: 'view' | 'edit',
    projectId: number | undefined,
  ): Promise<readonly Template[]> {
    if (isTeamAdmin(context.team.role as TeamRole)) return templates;
    const roles = new Set<number>([context.team.role]);
    if (projectId !== undefined) {
      const membership = await this.projects.membership(context, projectId);
      if (membership === undefined) return [];
      roles.add(membership.role);
      if (
        pair !== 'Contributor/Team' &&
        (await context.can(right === 'view' ? 'ViewProjectCustomFields' : 'EditProjectCustomFields', { projectId }))
      )
        return templates;
    }
    return templates.filter(each => (each.access[right] ?? []).some(role => roles.has(role)));
  }
}
