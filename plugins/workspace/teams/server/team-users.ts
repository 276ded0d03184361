import { inject } from 'inversify';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { listed, readBodyQuery, readQueryString } from '#core/api/common/index.ts';
import { permissionById, teamRoles } from '#core/permissions/common/index.ts';
import { Members } from '#core/tenancy/server/index.ts';
import type { TeamUser, teamUsersApi } from '../common/team-users-api.ts';
import { teamUserQuery } from '../common/team-users-api.ts';

/** People of teams as the work-management service returns them. */
export class TeamUsers {
  constructor(@inject(Members) private readonly members: Members) {}

  /** Everybody in the team whom the caller sees, by age of the membership. */
  async all(context: RequestContext): Promise<readonly TeamUser[]> {
    const members = await this.members.seen(context);
    return members
      .map((member): TeamUser => {
        const since = member.createdAt.toISOString();
        return {
          id: member.id,
          team_id: context.team.id,
          email: member.email,
          // Scripts look for an owner of the team; where one person owns team and organization, they are the same row.
          role: member.creator ? teamRoles.teamOwner : member.role,
          state: member.pending ? 'PENDING' : 'CONFIRMED',
          userPermissions: member.permissions.map(id => ({
            id,
            name: permissionById(id)?.name ?? String(id),
            createdAt: since,
            updatedAt: since,
          })),
          createdAt: since,
          updatedAt: since,
        };
      })
      .toSorted((one, other) => one.id - other.id);
  }
}

export function teamUsersHandlers(users: TeamUsers): Handlers<typeof teamUsersApi> {
  return {
    searchTeamUsers: async ({ body }, context) =>
      listed(await users.all(context), readBodyQuery(body.query ?? {}, teamUserQuery)),
    listTeamUsers: async ({ query }, context) =>
      listed(await users.all(context), readQueryString(query, teamUserQuery)),
    countTeamUsers: async ({ body }, context) => ({
      count: listed(await users.all(context), readBodyQuery(body.query ?? {}, teamUserQuery)).count,
    }),
  };
}
