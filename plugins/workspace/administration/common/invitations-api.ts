import { defineApi, id, page, paged, success, time, z } from '#core/api/common/index.ts';
import { email } from '#core/auth/common/index.ts';

/** Place of an invited person: in a team, or as the owner of its organization beside that. */
export const invitedRoles = ['contributor', 'admin', 'owner'] as const;
export const invitedRole = z.enum(invitedRoles);
export type InvitedRole = z.output<typeof invitedRole>;

/** An invitation to any team that nobody has accepted yet. */
export const pendingInvitation = z.object({
  /** Names the invited person in the team. */
  member_id: z.int(),
  email: z.string(),
  organization: z.object({ id: z.int(), name: z.string() }),
  team: z.object({ id: z.int(), name: z.string() }),
  /** An owner becomes Team Admin as well. */
  role: invitedRole,
  /** Null when the account is gone. */
  invited_by: z.string().nullable(),
  createdAt: time,
  expiresAt: time,
  expired: z.boolean(),
});
export type PendingInvitation = z.output<typeof pendingInvitation>;

export const sentInvitation = z.object({
  email: z.string(),
  /** Kind of mail of this installation; `none` when it sends none. */
  mail: z.enum(['smtp', 'folder', 'none']),
  /** Address of the invitation, shown once, to hand over; null when the installation sends mail. */
  link: z.string().nullable(),
  /** Why no mail went out where one should; null otherwise. */
  unmailed: z.string().nullable(),
  /** Days for which the link is valid. */
  days: z.int(),
});
export type SentInvitation = z.output<typeof sentInvitation>;

/** Calls of super-admins about invitations to the teams of all organizations. */
export const invitationsApi = defineApi({
  service: 'main',
  operations: {
    listInvitationsOfAll: {
      method: 'GET',
      path: '/super-admin/invite',
      summary:
        'Invitations to all teams that nobody has accepted, the newest first; `search` matches a part of e-mail, organization or team',
      access: 'super-admin',
      query: z.strictObject({ ...page, search: z.string().trim().max(200).optional() }),
      reply: paged(pendingInvitation),
    },
    inviteToOrganization: {
      method: 'POST',
      path: '/super-admin/invite',
      summary:
        'Invite a person to a team, as Team Admin, Contributor, or the next owner of its organization; again, it makes a new link and the one before ends',
      access: 'super-admin',
      status: 201,
      cost: 10,
      body: z.strictObject({ e_mail: email, organization_id: id, team_id: id, role: invitedRole }),
      reply: sentInvitation,
    },
    revokeInvitation: {
      method: 'DELETE',
      path: '/super-admin/invite/:member_id',
      summary: 'Take an invitation back; its link ends',
      access: 'super-admin',
      params: z.strictObject({ member_id: id }),
      reply: success,
    },
  },
});
