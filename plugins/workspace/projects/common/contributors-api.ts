import { defineApi, id, page, success, z } from '#core/api/common/index.ts';
import { contributor, projectRole } from './project.ts';

const inProject = z.strictObject({ project_id: id });
const contributorParams = z.strictObject({ project_id: id, contributor_id: id });
const memberEmail = z.string().trim().toLowerCase().min(1).max(254);
const role = z.int().positive();

/** Calls about who works in a project. */
export const contributorsApi = defineApi({
  service: 'main',
  operations: {
    listContributors: {
      method: 'GET',
      path: '/api/v1/project/:project_id/contributors',
      summary: 'Who works in the project; who sees people of the own role only gets those',
      access: 'ListItemAssignment',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({ ...page }),
      reply: z.object({ data: z.array(contributor), count: z.int(), roles: z.array(projectRole) }),
    },
    contributorLoads: {
      method: 'GET',
      path: '/api/v1/project/:project_id/contributors/loads',
      summary: 'How many items people of the project have assigned, which they lose with their role',
      access: 'ShareProject',
      project: 'params.project_id',
      params: inProject,
      reply: z.object({ data: z.array(z.object({ id: z.int(), assigned: z.int() })) }),
    },
    shareProject: {
      method: 'POST',
      path: '/api/v1/project/:project_id/share/bulk',
      atRoot: '/project/:project_id/share/bulk',
      summary: 'Give team members a role in the project; those who are no members come back as invalid',
      access: 'ShareProject',
      project: 'params.project_id',
      params: inProject,
      body: z.looseObject({
        users: z
          .array(z.looseObject({ user_id: memberEmail, user_role: role }))
          .min(1)
          .max(500),
      }),
      reply: z.object({ invalidUsers: z.array(z.string()) }),
    },
    unshareProject: {
      method: 'DELETE',
      path: '/project/:project_id/share/bulk',
      summary: 'Take people out of the project',
      access: 'ShareProject',
      project: 'params.project_id',
      params: inProject,
      body: z.looseObject({ user_id: z.array(memberEmail).min(1).max(500) }),
      reply: z.object({ succeeded: z.array(z.string()), failed: z.array(z.string()) }),
    },
    shareWithOne: {
      method: 'POST',
      path: '/project/:project_id/share',
      summary: 'Give one team member a role in the project',
      access: 'ShareProject',
      project: 'params.project_id',
      params: inProject,
      body: z.looseObject({ user_id: memberEmail, user_role: role }),
      reply: z.object({ invalidUsers: z.array(z.string()) }),
    },
    unshareWithOne: {
      method: 'DELETE',
      path: '/project/:project_id/share',
      summary: 'Take one person out of the project',
      access: 'ShareProject',
      project: 'params.project_id',
      params: inProject,
      body: z.looseObject({ user_id: memberEmail }),
      reply: z.object({ succeeded: z.array(z.string()), failed: z.array(z.string()) }),
    },
    updateContributor: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/contributors/:contributor_id',
      summary: 'Change role, pause or rights of one contributor; a new role takes their items away',
      access: 'ChangeProjectUserRole',
      project: 'params.project_id',
      params: contributorParams,
      body: z.strictObject({
        role: role.optional(),
        paused: z.boolean().optional(),
        permissions: z.array(z.int()).max(50).optional(),
      }),
      reply: contributor,
    },
    removeContributor: {
      method: 'DELETE',
      path: '/api/v1/project/:project_id/contributors/:contributor_id',
      summary: 'Take one person out of the project',
      access: 'ShareProject',
      project: 'params.project_id',
      params: contributorParams,
      reply: success,
    },
  },
});
