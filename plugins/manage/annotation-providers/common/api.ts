import { defineApi, id, page, paged, time, z } from '#core/api/common/index.ts';
import { email } from '#core/auth/common/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { answers, decisions, requestStates } from './request-states.ts';

const inProject = z.strictObject({ project_id: id });
const note = z.string().trim().max(2_000, 'use at most 2,000 characters').default('');
/** The version that was seen. */
const version = z.int().min(1);

/** A project that was sent to a provider. */
export const providerRequest = z.object({
  id: z.int(),
  project_id: z.int(),
  project: z.string(),
  /** Names the person of the provider. */
  provider: z.string(),
  user_role: z.int(),
  message: z.string(),
  state: z.enum(requestStates),
  /** Words with the last change of the state. */
  note: z.string(),
  sent_by: z.string(),
  createdAt: time,
  changedAt: time,
  /** Counts changes. */
  version: z.int(),
});
export type ProviderRequest = z.output<typeof providerRequest>;

export const sentRequest = providerRequest.extend({
  /** Kind of mail of this installation; `none` when it sends none. */
  mail: z.enum(['smtp', 'folder', 'none']),
  /** Address to hand over where no mail was sent: of the invitation, or of the request for a member of the team. */
  link: z.string().nullable(),
  /** Why no mail went out where one should; null otherwise. */
  unmailed: z.string().nullable(),
});
export type SentRequest = z.output<typeof sentRequest>;

/** Calls about projects at annotation providers. */
export const providersApi = defineApi({
  service: 'main',
  operations: {
    sendToProvider: {
      method: 'POST',
      path: '/project/:project_id/sendToProvider',
      summary:
        'Share a project with a person of an annotation provider, who is invited if need be, and ask them to accept it; while they have it, it is one request',
      access: 'ShareProject',
      project: 'params.project_id',
      cost: 10,
      params: inProject,
      body: z.strictObject({
        e_mail: email,
        /** Role of the provider in the project. */
        user_role: z.int().positive().default(projectRoles.projectAdmin),
        message: note,
      }),
      reply: sentRequest,
    },
    listProviderRequests: {
      method: 'GET',
      path: '/api/v1/project/:project_id/providerRequests',
      summary: 'Providers to which a project was sent, the newest first',
      access: 'ShareProject',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({ ...page }),
      reply: paged(providerRequest),
    },
    decideProviderRequest: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/providerRequests/:request_id',
      summary: 'Withdraw a project from a provider, return what they delivered, or complete it',
      access: 'ShareProject',
      project: 'params.project_id',
      params: inProject.extend({ request_id: id }),
      body: z.strictObject({ state: z.enum(decisions), note, version }),
      reply: providerRequest,
    },
    listReceivedRequests: {
      method: 'GET',
      path: '/api/v1/providerRequests',
      summary: 'Projects of the team that were sent to the caller, the newest first',
      access: 'team-member',
      query: z.strictObject({ ...page }),
      reply: paged(providerRequest),
    },
    answerProviderRequest: {
      method: 'PUT',
      path: '/api/v1/providerRequests/:request_id',
      summary: 'Accept, decline or deliver a project that was sent to the caller',
      access: 'team-member',
      params: z.strictObject({ request_id: id }),
      body: z.strictObject({ state: z.enum(answers), note, version }),
      reply: providerRequest,
    },
  },
});
