import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, defineEvents, flag, id, page, paged, success, z } from '#core/api/common/index.ts';
import { password } from '#core/auth/common/index.ts';

/** Somebody in a team, as the team itself lists them. */
export const teamPerson = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  user_role: z.int(),
});

export const access = z.object({ actions: z.array(z.string()), action_groups: z.array(z.string()) });

/** A team as the caller sees it. */
export const team = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.int(),
  user_role: z.int(),
  is_default: z.boolean(),
  creator_id: z.string(),
  owner_id: z.string(),
  /** Plan of the organization: 1 Pro, 2 Starter, 3 Enterprise, 99 Free. */
  creator_plan: z.int(),
  /** The contract of the organization has ended. */
  creator_license_expired: z.boolean(),
  /** True when nobody else can be invited. */
  creator_user_limit_exceeded: z.boolean(),
  /** People the licence allows; null is no limit. */
  user_limit: z.int().nullable(),
  /** When the trial began; null without one. */
  creator_trial_start_date: z.string().nullable(),
  /** `creation_type` names the partner an organization came from; none does. */
  organization: z.object({
    id: z.int(),
    name: z.string(),
    owner_id: z.string(),
    creation_type: z.null(),
    features: z.record(z.string(), z.boolean()),
  }),
  accesses: access.optional(),
  /** A signed address, null without a picture; only when asked for. */
  avatar_url: z.string().nullable().optional(),
  users: z.array(teamPerson).optional(),
  pending_invitations: z.array(teamPerson).optional(),
  /** Present addresses, by e-mail, of the members who changed theirs; only when asked for. */
  addresses: z.record(z.string(), z.string()).optional(),
  createdAt: z.string(),
});
export type Team = z.output<typeof team>;

export const invitationView = z.object({
  /** Names the invited person, as in answers about people. */
  id: z.string(),
  /** The address they sign in with. */
  email: z.string(),
  team_name: z.string(),
  organization_name: z.string(),
  invited_by: z.string(),
  /** True when the e-mail has an account already: sign in to accept. */
  has_account: z.boolean(),
  expiresAt: z.string(),
});
export type Invitation = z.output<typeof invitationView>;

/**
 * `v` and `include_organization` of older clients change nothing: there is one form of a team, and its organization is
 * in it.
 */
const teamParts = z.strictObject({
  v: z.string().max(20).optional(),
  include_organization: flag.optional(),
  include_avatar_url: flag.optional(),
  include_accesses: flag.optional(),
  include_users: flag.optional(),
  include_addresses: flag.optional(),
});

/** Calls every page needs before any plugin is awake. */
export const tenancyApi = defineApi({
  service: 'main',
  operations: {
    me: {
      method: 'GET',
      path: '/user/ME',
      summary: 'The caller',
      access: 'signed-in',
      reply: z.object({
        id: z.string(),
        email: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        user_role: z.int().nullable(),
      }),
    },
    listTeams: {
      method: 'GET',
      path: '/teams',
      summary: 'Teams of the caller: owners first, then admins, then contributors',
      access: 'signed-in',
      reply: z.array(team),
    },
    getTeam: {
      method: 'GET',
      path: '/api/v1/team/:team_id',
      summary: 'One team with the caller’s rights in it',
      access: 'team-member',
      params: z.strictObject({ team_id: id }),
      query: teamParts,
      reply: team,
    },
    getTeamOlder: {
      method: 'GET',
      path: '/team/:team_id',
      summary: 'One team with what is asked for of its rights, people and picture',
      access: 'team-member',
      params: z.strictObject({ team_id: id }),
      query: teamParts,
      reply: team,
    },
    pageTeams: {
      method: 'GET',
      path: '/api/v1/teams',
      summary: 'Teams of the caller in pages; `name` matches a part',
      access: 'signed-in',
      query: z.strictObject({ ...page, name: z.string().max(200).optional() }),
      reply: paged(team),
    },
    activeTeam: {
      method: 'GET',
      path: '/activeTeam',
      summary: 'The team the caller opens first',
      access: 'signed-in',
      reply: team,
    },
    approveInvitation: {
      method: 'POST',
      path: '/team/approveInvitation',
      summary: 'Accept an invitation with the account one is signed in to',
      access: 'UseAccount',
      body: z.looseObject({ token: z.string().min(20).max(100) }),
      reply: team,
    },
    getInvitation: {
      method: 'GET',
      path: '/api/v1/invitations/:token',
      summary: 'What an invitation is for',
      access: 'public',
      params: z.strictObject({ token: z.string().min(20).max(100) }),
      reply: invitationView,
    },
    acceptInvitation: {
      method: 'POST',
      path: '/api/v1/invitations/:token/accept',
      summary: 'Accept an invitation; makes the account when there is none',
      access: 'public',
      cost: 20,
      params: z.strictObject({ token: z.string().min(20).max(100) }),
      body: z.strictObject({
        first_name: z
          .string()
          .trim()
          .regex(...plainDirection)
          .max(100)
          .optional(),
        last_name: z
          .string()
          .trim()
          .regex(...plainDirection)
          .max(100)
          .optional(),
        password: password.optional(),
      }),
      reply: z.object({ team_id: z.int(), email: z.string() }),
    },
    eventTicket: {
      method: 'POST',
      path: '/api/v1/event-ticket',
      summary: 'A single-use ticket for the event socket',
      access: 'UseAccount',
      reads: true,
      cost: 5,
      body: z.strictObject({}),
      reply: z.object({ ticket: z.string() }),
    },
    makeDefault: {
      method: 'POST',
      path: '/team/:team_id/makeDefault',
      summary: 'Open this team first after sign-in',
      access: 'team-member',
      params: z.strictObject({ team_id: id }),
      reply: success,
    },
  },
});

export const tenancyEvents = defineEvents('core', {
  /** Members, roles or the team itself changed. */
  teamChanged: z.object({}),
  /** Plugin switches or features of the organization changed. */
  pluginsChanged: z.object({}),
});
