import { notFound } from '#core/base/common/index.ts';
import { listed, readBodyQuery, readQueryString } from '#core/api/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { permissionGroups } from '#core/permissions/common/index.ts';
import type { ProjectTypes } from '../common/project-types.ts';
import { workProjectOf } from '../common/work-project.ts';
import type { projectUsersApi, workProjectsApi } from '../common/work-api.ts';
import { permissionGroupQuery, projectQuery, projectUserQuery } from '../common/work-api.ts';
import type { ProjectLists } from './project-lists.ts';
import type { ProjectUsers } from './project-users.ts';
import type { Projects } from './projects.ts';

/** Projects in the form of the work-management service. */
export function workProjectsHandlers(
  projects: Projects,
  lists: ProjectLists,
  types: ProjectTypes,
): Handlers<typeof workProjectsApi> {
  return {
    async searchProjects({ body }, context) {
      const { data, count } = await lists.search(context, readBodyQuery(body.query ?? {}, projectQuery));
      return { data: data.map(each => workProjectOf(each, types)), count };
    },
    async listWorkProjects({ query }, context) {
      const { data, count } = await lists.search(context, readQueryString(query, projectQuery));
      return { data: data.map(each => workProjectOf(each, types)), count };
    },
    getWorkProject: async ({ params }, context) => workProjectOf(await projects.get(context, params.project_id), types),
    async editProjects({ body }, context) {
      const { data } = await lists.search(context, {
        ...readBodyQuery({ ...body.query, limit: null, offset: null }, projectQuery),
        limit: 2000,
      });
      const { success, failed } = await projects.setStatus(context, data, body.body.status);
      return { success: [...success], failed: [...failed] };
    },
  };
}

/** The project that the entity context names. Throws NOT_FOUND without one. */
function projectOf(context: RequestContext): number {
  const { projectId } = context.scope;
  if (projectId === undefined) throw notFound('The project');
  return projectId;
}

/** People of projects in the form of the work-management service. */
export function projectUsersHandlers(users: ProjectUsers): Handlers<typeof projectUsersApi> {
  return {
    searchProjectUsers: ({ body }, context) =>
      users.search(context, projectOf(context), readBodyQuery(body.query ?? {}, projectUserQuery)),
    listProjectUsers: ({ query }, context) =>
      users.search(context, projectOf(context), readQueryString(query, projectUserQuery)),
    pauseProjectUsers: ({ body }, context) =>
      users.pause(context, body.query, Boolean(body.body.projectUsers.permissions.paused)),
    permissionGroups: ({ query }) =>
      listed(
        permissionGroups.map(group => ({
          id: group.id,
          name: group.name,
          label: group.label,
          permissions: group.permissions.map(({ id, name }) => ({ id, name })),
        })),
        readQueryString(query, permissionGroupQuery),
      ),
  };
}
