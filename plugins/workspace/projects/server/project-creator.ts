import type { Kysely } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import { permissionGroups, projectRoles } from '#core/permissions/common/index.ts';
import type { ProjectTables } from './projects-tables.ts';

/** Makes the caller the Project Admin of a new project, with every right that can be given there. */
export async function joinAsAdmin(
  trx: Kysely<ProjectTables>,
  context: RequestContext,
  projectId: number,
): Promise<void> {
  await trx
    .insertInto('projects.contributor')
    .values({
      team_id: context.team.id,
      project_id: projectId,
      email: context.user.email,
      role: projectRoles.projectAdmin,
      permissions: permissionGroups
        .filter(group => group.label === 'projectUser')
        .flatMap(group => group.permissions.map(each => each.id)),
    })
    .execute();
}
