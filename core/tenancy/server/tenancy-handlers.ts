import { Fault, notFound } from '#core/base/common/index.ts';
import type { Subscriber, Handlers, RequestContext } from '#core/api/server/index.ts';
import type { BlobUrls } from '#core/data/server/index.ts';
import type { Action } from '#core/permissions/common/index.ts';
import { actionNames, toAccess } from '#core/permissions/common/index.ts';
import type { Team, tenancyApi } from '../common/index.ts';
import type { AccountMerging } from './account-merging.ts';
import type { Member, Members } from './members.ts';
import type { Teams } from './teams.ts';

/** Addresses of pictures live this long, in milliseconds. */
const ADDRESS_LIFETIME_MS = 3_600_000;

/** Parts that can be asked for beside the team itself. */
interface TeamParts {
  readonly include_avatar_url?: boolean | undefined;
  readonly include_accesses?: boolean | undefined;
  readonly include_users?: boolean | undefined;
  readonly include_addresses?: boolean | undefined;
}

const personOf = ({ email, firstName, lastName, role }: Member): NonNullable<Team['users']>[number] => ({
  id: email,
  email,
  first_name: firstName,
  last_name: lastName,
  user_role: role,
});

/** Handlers of the calls every page needs. */
export function tenancyHandlers(
  teams: Teams,
  members: Members,
  merging: AccountMerging,
  tickets: { issue(ticket: Subscriber): string },
  blobUrls: BlobUrls,
): Handlers<typeof tenancyApi> {
  const found = async (context: RequestContext, teamId: number): Promise<Team> => {
    const team = await teams.viewFor(context.user, teamId);
    if (team === undefined) throw notFound('The team');
    return team;
  };
  const withParts = async (context: RequestContext, teamId: number, parts: TeamParts): Promise<Team> => {
    const team = await found(context, teamId);
    const more: Pick<Team, 'avatar_url' | 'accesses' | 'users' | 'pending_invitations' | 'addresses'> = {};
    if (parts.include_avatar_url === true) {
      const hash = await teams.avatar(teamId);
      more.avatar_url =
        hash === undefined ? null : blobUrls.sign({ hash, type: 'image/webp', name: 'team.webp' }, ADDRESS_LIFETIME_MS);
    }
    if (parts.include_accesses === true) {
      const held: Action[] = [];
      for (const action of actionNames) if (await context.can(action, {})) held.push(action);
      const { actions, action_groups } = toAccess(held);
      more.accesses = { actions: [...actions], action_groups: [...action_groups] };
    }
    if (parts.include_users === true) {
      const seen = await members.seen(context);
      more.users = seen.filter(each => !each.pending).map(personOf);
      more.pending_invitations = seen.filter(each => each.pending).map(personOf);
    }
    if (parts.include_addresses === true) {
      const former = await merging.formerNames(teamId);
      const seen = former.length === 0 ? [] : (await members.seen(context)).map(each => each.email);
      more.addresses = Object.fromEntries([
        ...(await members.changedAddresses(context)),
        ...former.filter(each => seen.includes(each.member)).map(each => [each.email, each.address] as const),
      ]);
    }
    return { ...team, ...more };
  };
  return {
    me: (_, context) => ({
      id: context.user.email,
      email: context.user.email,
      first_name: context.user.firstName,
      last_name: context.user.lastName,
      user_role: context.maybeTeam?.role ?? null,
    }),
    listTeams: async (_, context) => [...(await teams.listFor(context.user))],
    async pageTeams({ query }, context) {
      const part = query.name?.toLowerCase() ?? '';
      const all = (await teams.listFor(context.user)).filter(each => each.name.toLowerCase().includes(part));
      return { data: all.slice(query.offset, query.offset + query.limit), count: all.length };
    },
    async activeTeam(_, context) {
      const team = (await teams.listFor(context.user)).find(each =>
        context.credential === 'sdk' ? each.id === context.maybeTeam?.id : each.is_default,
      );
      if (team === undefined)
        throw new Fault('NO_DEFAULT_TEAM', 'Team is missed. Choose the team to open first in your list of teams.', {
          status: 404,
        });
      return team;
    },
    getTeam: ({ params, query }, context) => withParts(context, params.team_id, query),
    getTeamOlder: ({ params, query }, context) => withParts(context, params.team_id, query),
    async approveInvitation({ body }, context) {
      const { teamId } = await members.invitations.accept(context, body.token, {
        signedInEmail: context.user.email,
        firstName: context.user.firstName,
        lastName: context.user.lastName,
      });
      return found(context, teamId);
    },
    async getInvitation({ params }) {
      const found = await members.invitations.describe(params.token);
      return {
        id: found.id,
        email: found.email,
        team_name: found.team,
        organization_name: found.organization,
        invited_by: found.by,
        has_account: found.hasAccount,
        expiresAt: found.expires.toISOString(),
      };
    },
    async acceptInvitation({ params, body }, context) {
      const joined = await members.invitations.accept(context, params.token, {
        ...(context.maybeUser === undefined ? {} : { signedInEmail: context.maybeUser.email }),
        firstName: body.first_name ?? '',
        lastName: body.last_name ?? '',
        ...(body.password === undefined ? {} : { password: body.password }),
      });
      return { team_id: joined.teamId, email: joined.email };
    },
    eventTicket: (_, context) => ({
      ticket: tickets.issue({ userId: context.user.id, teamId: context.maybeTeam?.id, sessionId: context.sessionId }),
    }),
    async makeDefault(_, context) {
      await teams.makeDefault(context.user.id, context.team.id);
      return { success: true };
    },
  };
}
