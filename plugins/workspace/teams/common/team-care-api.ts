import { BYTES, defineApi, id, page, paged, success, z } from '#core/api/common/index.ts';
import { email } from '#core/auth/common/index.ts';

const inTeam = z.strictObject({ team_id: id });

/** Choices of the admins of a team. */
export const teamSettings = z.object({
  /** Workflow of new projects that name none; null is the system one. */
  default_workflow_id: z.int().nullable(),
  /** Days for which an invitation can be accepted. */
  invitation_days: z.int(),
});
export type TeamSettingsView = z.output<typeof teamSettings>;

export const openInvitation = z.object({
  email: z.string(),
  user_role: z.int(),
  invited_by: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean(),
});

/** Calls about a team itself. */
export const teamCareApi = defineApi({
  service: 'main',
  operations: {
    getTeamSettings: {
      method: 'GET',
      path: '/api/v1/teams/:team_id/settings',
      summary: 'Settings of the team',
      access: 'ViewTeam',
      params: inTeam,
      reply: teamSettings,
    },
    putTeamSettings: {
      method: 'PUT',
      path: '/api/v1/teams/:team_id/settings',
      summary: 'Change settings of the team; what is absent stays',
      access: 'UpdateTeam',
      params: inTeam,
      body: z.strictObject({
        default_workflow_id: z.int().positive().max(2_147_483_647).nullish(),
        invitation_days: z.int().min(1).max(90).optional(),
      }),
      reply: teamSettings,
    },
    putTeamAvatar: {
      method: 'PUT',
      path: '/api/v1/teams/:team_id/avatar',
      summary: 'Set the picture of the team: PNG, JPEG or WebP up to 2 MB',
      access: 'UploadTeamAvatar',
      params: inTeam,
      body: BYTES,
      bodyLimit: 4 * 1024 * 1024,
      bodyReason: 'A picture',
      reply: z.object({ avatar_url: z.string() }),
    },
    deleteTeamAvatar: {
      method: 'DELETE',
      path: '/api/v1/teams/:team_id/avatar',
      summary: 'Take the picture of the team away',
      access: 'UploadTeamAvatar',
      params: inTeam,
      reply: success,
    },
    transferTeam: {
      method: 'POST',
      path: '/api/v1/teams/:team_id/transfer',
      summary: 'Make a member the Team Owner; all SDK tokens of the team end',
      access: 'TransferTeam',
      params: inTeam,
      body: z.looseObject({ email }),
      reply: success,
    },
    leaveTeam: {
      method: 'POST',
      path: '/api/v1/teams/:team_id/leave',
      summary: 'Leave the team and all its projects',
      access: 'team-member',
      params: inTeam,
      reply: success,
    },
    deleteTeam: {
      method: 'DELETE',
      path: '/team/:team_id',
      summary: 'Delete the team with all its projects, for good',
      access: 'DeleteTeam',
      params: inTeam,
      reply: success,
    },
    listInvitations: {
      method: 'GET',
      path: '/api/v1/teams/:team_id/invitations',
      summary: 'Invitations nobody has accepted yet',
      access: 'InviteTeamUser',
      params: inTeam,
      query: z.strictObject({ ...page }),
      reply: paged(openInvitation),
    },
  },
});
