import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, id, page, paged, success, z } from '#core/api/common/index.ts';
import { email } from '#core/auth/common/index.ts';

const inTeam = z.strictObject({ team_id: id });
const ofGroup = z.strictObject({ team_id: id, group_id: id });
const name = z
  .string()
  .trim()
  .regex(...plainDirection)
  .min(1, 'give it a name')
  .max(100, 'use at most 100 characters');
const description = z.string().trim().max(2000, 'use at most 2000 characters').nullish();

/** Scopes of a group: a role in a whole project, or in folders of it. */
export const groupScope = z.object({
  project_id: z.int(),
  role: z.int(),
  scope: z.enum(['all', 'folders']),
  folder_ids: z.array(z.int()),
});
export type GroupScope = z.output<typeof groupScope>;

/** A group. */
export const group = z.object({
  id: z.int(),
  team_id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  members: z.array(z.string()),
  memberCount: z.int(),
  projects: z.array(groupScope),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Group = z.output<typeof group>;

/** A scope as it is asked for: `folder_ids` narrow it to folders. */
export const scopeDraft = z.looseObject({
  project_id: id,
  role: z.int().positive().max(2_147_483_647),
  scope: z.enum(['all', 'folders']).optional(),
  folder_ids: z.array(id).max(500).optional(),
});
export type ScopeDraft = z.output<typeof scopeDraft>;

const members = z.looseObject({ data: z.array(z.looseObject({ email })).min(1).max(500) });
const refused = z.object({ code: z.string(), message: z.string() });
const membersResult = z.object({
  success: z.array(z.string()),
  failed: z.array(refused.extend({ email: z.string() })),
  skipped: z.array(z.string()),
});
const scopesResult = z.object({
  success: z.array(z.int()),
  failed: z.array(refused.extend({ project_id: z.int() })),
  skipped: z.array(z.int()),
});

/** Groups of a team with their members and scopes. */
export const groupsApi = defineApi({
  service: 'main',
  operations: {
    listGroups: {
      method: 'GET',
      path: '/api/v1/teams/:team_id/groups',
      summary: 'Groups by name; `non_empty_members` leaves empty ones out',
      access: 'ManageGroups',
      params: inTeam,
      query: z.strictObject({
        ...page,
        name: z.string().max(200).optional(),
        filter: z.literal('non_empty_members').optional(),
      }),
      reply: paged(group),
    },
    createGroup: {
      method: 'POST',
      path: '/api/v1/teams/:team_id/groups',
      summary: 'Make a group, empty at first',
      access: 'ManageGroups',
      status: 201,
      params: inTeam,
      body: z.looseObject({ name, description }),
      reply: group,
    },
    getGroup: {
      method: 'GET',
      path: '/api/v1/teams/:team_id/groups/:group_id',
      summary: 'One group',
      access: 'ManageGroups',
      params: ofGroup,
      reply: group,
    },
    updateGroup: {
      method: 'PUT',
      path: '/api/v1/teams/:team_id/groups/:group_id',
      summary: 'Rename or describe a group',
      access: 'ManageGroups',
      params: ofGroup,
      body: z.looseObject({ name: name.optional(), description }),
      reply: group,
    },
    deleteGroup: {
      method: 'DELETE',
      path: '/api/v1/teams/:team_id/groups/:group_id',
      summary: 'Delete a group; its members lose what only it gave them',
      access: 'ManageGroups',
      params: ofGroup,
      reply: success,
    },
    addGroupMembers: {
      method: 'POST',
      path: '/api/v1/teams/:team_id/groups/:group_id/members/bulk',
      summary: 'Add contributors; who is in a group already stays there and is refused',
      access: 'ManageGroups',
      params: ofGroup,
      body: members,
      reply: membersResult,
    },
    removeGroupMembers: {
      method: 'DELETE',
      path: '/api/v1/teams/:team_id/groups/:group_id/members/bulk',
      summary: 'Take people out of a group, and out of the projects only it gave them',
      access: 'ManageGroups',
      params: ofGroup,
      body: members,
      reply: membersResult,
    },
    addGroupScopes: {
      method: 'POST',
      path: '/api/v1/teams/:team_id/groups/:group_id/scopes/bulk',
      summary: 'Give a group projects or folders with a role; one given before is replaced',
      access: 'ManageGroups',
      params: ofGroup,
      body: z.looseObject({ data: z.array(scopeDraft).min(1).max(100) }),
      reply: scopesResult,
    },
    removeGroupScopes: {
      method: 'DELETE',
      path: '/api/v1/teams/:team_id/groups/:group_id/scopes/bulk',
      summary: 'Take projects away from a group',
      access: 'ManageGroups',
      params: ofGroup,
      body: z.looseObject({
        data: z
          .array(z.looseObject({ project_id: id }))
          .min(1)
          .max(100),
      }),
      reply: scopesResult,
    },
  },
});
