import { notFound } from '#core/base/common/index.ts';
import type { EventHub, Handlers } from '#core/api/server/index.ts';
import type { Action } from '#core/permissions/common/index.ts';
import { actionNames, toAccess } from '#core/permissions/common/index.ts';
import type { tenancyApi } from '../common/index.ts';
import type { Members } from './members.ts';
import type { Teams } from './teams.ts';

export function tenancyHandlers(teams: Teams, members: Members, hub: EventHub): Handlers<typeof tenancyApi> {
  return {
    me: (_, context) => ({
      id: context.user.email,
      email: context.user.email,
      first_name: context.user.firstName,
      last_name: context.user.lastName,
      user_role: context.maybeTeam?.role ?? null,
    }),
    listTeams: async (_, context) => [...(await teams.listFor(context.user))],
    async getTeam({ params, query }, context) {
      const team = await teams.viewFor(context.user, params.team_id);
      if (team === undefined) throw notFound('The team');
      if (query.include_accesses !== true) return team;
      const held: Action[] = [];
      for (const action of actionNames) if (await context.can(action, {})) held.push(action);
      const { actions, action_groups } = toAccess(held);
      return { ...team, accesses: { actions: [...actions], action_groups: [...action_groups] } };
    },
    async getInvitation({ params }) {
      const found = await members.describeInvitation(params.token);
      return { email: found.email, team_name: found.team, organization_name: found.organization, invited_by: found.by, has_account: found.hasAccount, expiresAt: found.expires.toISOString() };
    },
    async acceptInvitation({ params, body }, context) {
      const joined = await members.accept(params.token, {
        ...(context.maybeUser === undefined ? {} : { signedInEmail: context.maybeUser.email }),
        firstName: body.first_name ?? '',
        lastName: body.last_name ?? '',
        ...(body.password === undefined ? {} : { password: body.password }),
      });
      return { team_id: joined.teamId, email: joined.email };
    },
    eventTicket: (_, context) => ({ ticket: hub.ticket(context.user.id, context.maybeTeam?.id) }),
    async makeDefault(_, context) {
      await teams.makeDefault(context.user.id, context.team.id);
      return { success: true };
    },
  };
}
