import { defineApi, id, success, z } from '#core/api/common/index.ts';

const ofProject = z.strictObject({ project_id: id });
const ofTeam = z.strictObject({ team_id: id });
/** The client names the organization; the project already names it. */
const organization = z.looseObject({ organization_id: z.string().max(100).optional() });
const document = z.looseObject({});
/** Forms hold their whole code. */
const large = { bodyLimit: 20 * 1024 * 1024, bodyReason: 'A form with its scripts and texts' };

/** The form as it was stored, unchanged. What it means is checked by the form builder, not here. */
export const formApi = defineApi({
  service: 'main',
  operations: {
    getForm: {
      method: 'GET',
      path: '/project/:project_id/custom-editor-template',
      summary: 'The form of a project; `{}` when it has none',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofProject,
      query: organization,
      reply: document,
    },
    putForm: {
      method: 'POST',
      path: '/project/:project_id/custom-editor-template',
      summary: 'Store the form of a project, in place of the one before',
      access: 'EditForm',
      project: 'params.project_id',
      params: ofProject,
      query: organization,
      body: document,
      ...large,
      reply: success,
    },
    getTeamForm: {
      method: 'GET',
      path: '/team/:team_id/custom-editor-template',
      summary: 'The form with which new projects of the team begin; `{}` when there is none',
      access: 'team-member',
      params: ofTeam,
      query: organization,
      reply: document,
    },
    putTeamForm: {
      method: 'POST',
      path: '/team/:team_id/custom-editor-template',
      summary: 'Store the form with which new projects of the team begin',
      access: 'UseTeamFormBuilder',
      params: ofTeam,
      query: organization,
      body: document,
      ...large,
      reply: success,
    },
  },
});
