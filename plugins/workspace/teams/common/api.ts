import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, flag, id, page, paged, success, z } from '#core/api/common/index.ts';
import { email } from '#core/auth/common/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';

const inTeam = z.strictObject({ team_id: id });
const role = z.union([z.literal(4), z.literal(7)], { error: 'must be 4 (Contributor) or 7 (Team Admin)' });
const teamName = z
  .string()
  .trim()
  .regex(...plainDirection)
  .min(1, 'give it a name')
  .max(200, 'use at most 200 characters');
const description = z.string().trim().max(2000, 'use at most 2000 characters').nullish();

/** A member of a team. */
export const teamMember = z.object({
  /** The e-mail: how people are named on the wire. */
  id: z.string(),
  member_id: z.int(),
  email: z.string(),
  /** The address the person signs in with; `email` stays that with which the account was made. */
  address: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** 4 Contributor, 7 Team Admin, 12 Team Owner, 15 Organization Owner. */
  user_role: z.int(),
  state: z.enum(['PENDING', 'CONFIRMED']),
  permissions: z.array(z.int()),
  /** The role that the team made for this contributor. */
  team_role: z.object({ id: z.int(), name: z.string() }).nullable(),
  createdAt: z.string(),
  /** Within five minutes; null for who has not been here yet. */
  last_active_at: z.string().nullable(),
});
export type TeamMember = z.output<typeof teamMember>;

const teamView = z.object({ id: z.int(), name: z.string(), description: z.string().nullable() });

/** The caller's SDK token of a team as the screen shows it; the token itself is never readable again. */
export const sdkTokenView = z.object({
  exists: z.boolean(),
  createdAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
});

/** Calls about teams and who is in them. */
export const teamsApi = defineApi({
  service: 'main',
  operations: {
    listMembers: {
      method: 'GET',
      path: '/users',
      summary: 'Members of the team; `email` and names match a part',
      access: 'ListTeamUsers',
      query: z.strictObject({
        ...page,
        email: z.string().max(254).optional(),
        first_name: z.string().max(100).optional(),
        last_name: z.string().max(100).optional(),
        include_users: flag.optional(),
      }),
      reply: paged(teamMember),
    },
    inviteMembers: {
      method: 'POST',
      path: '/api/v1/team/:team_id/inviteUsers',
      atRoot: '/team/:team_id/inviteUsers',
      summary: 'Invite people; good addresses are invited also when others fail',
      access: 'InviteTeamUser',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: '500 addresses',
      params: inTeam,
      body: z
        .looseObject({
          emails: z.array(z.string().max(1000)).min(1).max(500),
          team_role: role,
          /** A role that the team made, for contributors. */
          team_role_id: z.int().min(1).max(2_147_483_647).optional(),
        })
        .refine(each => each.team_role_id === undefined || each.team_role === teamRoles.contributor, {
          path: ['team_role_id'],
          error: 'is for contributors only; leave it out for Team Admins',
        }),
      reply: z.object({
        success: z.object({ emails: z.array(z.string()) }),
        failed: z.object({ emails: z.array(z.string()), reasons: z.record(z.string(), z.string()) }),
        /**
         * E-mail → address of the invitation, shown once, to be copied; empty when the installation sends mail: the
         * link proves who owns the address.
         */
        links: z.record(z.string(), z.string()),
        /** Kind of mail of this installation; `none` when it does not. */
        mail: z.enum(['smtp', 'folder', 'none']),
        /** To whom the link was mailed. */
        mailed: z.array(z.string()),
        /** E-mail → why no mail went out, where one should. */
        unmailed: z.record(z.string(), z.string()),
        /** Days for which the links are valid. */
        days: z.int(),
      }),
    },
    cancelInvitation: {
      method: 'DELETE',
      path: '/team/:team_id/invite',
      summary: 'Take an invitation back',
      access: 'CancelInvitation',
      params: inTeam,
      body: z.looseObject({ e_mail: email }),
      reply: success,
    },
    changeInvitation: {
      method: 'PUT',
      path: '/team/:team_id/invite',
      summary: 'Change the role somebody is invited to; the link stays',
      access: 'InviteTeamUser',
      params: inTeam,
      body: z.looseObject({ e_mail: email, role }),
      reply: success,
    },
    changeMemberRole: {
      method: 'PUT',
      path: '/team/:team_id/member',
      summary: 'Make a member Team Admin or Contributor',
      access: 'ChangeTeamUserRole',
      params: inTeam,
      body: z.looseObject({ e_mail: email, role }),
      reply: success,
    },
    changeMemberPermissions: {
      method: 'PUT',
      path: '/api/v1/team/:team_id/member/permissions',
      summary:
        'Give a contributor rights in the team beside the role, by the ids of the permission group of team users',
      access: 'ChangeTeamUserRole',
      params: inTeam,
      body: z.strictObject({ e_mail: email, permissions: z.array(z.int()).max(50) }),
      reply: success,
    },
    removeMember: {
      method: 'DELETE',
      path: '/team/:team_id/member',
      summary: 'Remove one person from the team and all its projects',
      access: 'RemoveTeamUser',
      params: inTeam,
      body: z.looseObject({ e_mail: email }),
      reply: success,
    },
    removeMembers: {
      method: 'DELETE',
      path: '/team/:team_id/members/bulk',
      summary: 'Remove people from the team and all its projects; answers counts',
      access: 'RemoveTeamUser',
      params: inTeam,
      body: z.looseObject({ data: z.array(z.looseObject({ email })).min(1).max(500) }),
      reply: z.object({ success: z.int(), error: z.int(), errors: z.record(z.string(), z.string()) }),
    },
    createTeam: {
      method: 'POST',
      path: '/team',
      summary:
        'Create a team in an organization one owns; with `create_example_projects` a job fills it with sample projects',
      access: 'UseAccount',
      status: 201,
      body: z.looseObject({
        name: teamName,
        description,
        organization_id: z.coerce.number().int().positive().optional(),
        create_example_projects: flag.optional(),
      }),
      reply: teamView,
    },
    updateTeam: {
      method: 'PUT',
      path: '/team/:team_id',
      summary: 'Rename or describe a team',
      access: 'UpdateTeam',
      params: inTeam,
      body: z.looseObject({ name: teamName.optional(), description }),
      reply: teamView,
    },
    requestPlan: {
      method: 'POST',
      path: '/proRequest',
      summary: 'Ask the operators by mail for a larger plan; `success` says whether a mail went out',
      access: 'UpdateTeam',
      body: z.looseObject({}).optional(),
      reply: z.object({ success: z.boolean(), message: z.string() }),
    },
    describeSdkToken: {
      method: 'GET',
      notWhenViewing: true,
      path: '/get-sdk-token',
      summary: 'Whether the caller has an SDK token for the team',
      access: 'ViewSdkToken',
      query: z.strictObject({ team_id: id.optional() }),
      reply: sdkTokenView,
    },
    generateSdkToken: {
      method: 'POST',
      path: '/generate-sdk-token',
      summary: 'Make the caller’s SDK token for the team, shown once; an older one stops working',
      access: 'GenerateSdkToken',
      body: z.looseObject({ team_id: z.coerce.number().int().positive().optional() }),
      reply: z.object({ token: z.string() }),
    },
    revokeSdkToken: {
      method: 'POST',
      path: '/revoke-sdk-token',
      summary: 'End the caller’s SDK token for the team',
      access: 'RevokeSdkToken',
      body: z.looseObject({ team_id: z.coerce.number().int().positive().optional() }),
      reply: success,
    },
  },
});
