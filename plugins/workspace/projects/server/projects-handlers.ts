import { notFound } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import type { TeamSettings } from '#plugins/workspace/teams/server/kit/index.ts';
import type { pinsApi, projectsApi } from '../common/api.ts';
import { projectNameProblem } from '../common/project-name.ts';
import type { ProjectCloning } from './project-cloning.ts';
import type { ProjectLists } from './project-lists.ts';
import { accessesOf } from './project-rights.ts';
import type { Projects } from './projects.ts';
import type { ProjectSettings } from './project-settings.ts';

/** Handlers of the calls about projects and their settings. */
export function projectsHandlers(
  projects: Projects,
  lists: ProjectLists,
  cloning: ProjectCloning,
  settings: ProjectSettings,
  teamSettings: TeamSettings,
): Handlers<typeof projectsApi> {
  return {
    async listProjects({ query }, context) {
      if (query.deleted === true) await context.demand('DeleteProject', {});
      const { data, count } = await lists.list(context, {
        name: query.name,
        statuses: query.status === undefined ? undefined : [query.status].flat(),
        type: query.type,
        pinned: query.pinned,
        role: query.role,
        creator: query.creator,
        createdFrom: query.created_from,
        createdTo: query.created_to,
        deleted: query.deleted,
        sort: query.sort,
        order: query.order,
        pinnedFirst: query.pinned_first,
        offset: query.offset,
        limit: query.limit,
      });
      return { data: [...data], count };
    },
    async getProject({ params }, context) {
      const project = await projects.get(context, params.project_id);
      const membership = await projects.membership(context, project.id);
      if (membership === undefined) throw notFound('The project');
      return { ...project, accesses: accessesOf(membership), paused: membership.paused === true };
    },
    createProject: async ({ body }, context) =>
      projects.create(context, {
        ...body,
        workflow_id: body.workflow_id ?? (await teamSettings.defaultWorkflow(context)),
      }),
    cloneProject: ({ params, body }, context) =>
      cloning.clone(context, params.project_id, body.name, new Set(body.include)),
    updateProject: ({ params, body }, context) => projects.update(context, params.project_id, body),
    async deleteProject({ params }, context) {
      await projects.remove(context, params.project_id);
      return { success: true };
    },
    restoreProject: ({ params }, context) => projects.restore(context, params.project_id),
    async projectNameExists({ query }, context) {
      const reason = projectNameProblem(query.name);
      if (reason !== undefined) return { exists: false, valid: false, reason };
      return { exists: await projects.nameExists(context, query.name, query.except), valid: true };
    },
    async getSettings({ params }, context) {
      await projects.get(context, params.project_id);
      return [...(await settings.list(context, params.project_id))];
    },
    async updateSettings({ params, body }, context) {
      const project = await projects.get(context, params.project_id);
      return [...(await settings.update(context, project, body.settings))];
    },
  };
}

/** Handlers of the calls about pins. */
export function pinsHandlers(projects: Projects): Handlers<typeof pinsApi> {
  return {
    async editPinState({ body }, context) {
      await projects.setPin(context, body.project_id, body.pinned);
      return { success: true };
    },
  };
}
