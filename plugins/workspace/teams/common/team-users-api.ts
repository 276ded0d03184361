import { defineApi, defineQuery, listQuery, paged, z } from '#core/api/common/index.ts';

/** Names that queries on team users may use. */
export const teamUserQuery = defineQuery({
  fields: { id: 'integer', email: 'email', role: 'integer', state: 'text', createdAt: 'time', updatedAt: 'time' },
});

/** Somebody in a team. Values of custom fields are not among the keys. */
export const teamUser = z.object({
  id: z.int(),
  team_id: z.int(),
  email: z.string(),
  /** 4 contributor, 7 team admin, 12 team owner, 15 organization owner. */
  role: z.int(),
  state: z.enum(['CONFIRMED', 'PENDING']),
  userPermissions: z.array(z.object({ id: z.int(), name: z.string(), createdAt: z.string(), updatedAt: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type TeamUser = z.output<typeof teamUser>;

const entity = z.looseObject({ entity: z.string().max(50).optional(), parentEntity: z.string().max(50).optional() });
const search = z.looseObject({ query: z.looseObject({}).optional() });

/** People of a team on the work-management service. */
export const teamUsersApi = defineApi({
  service: 'work-management',
  operations: {
    searchTeamUsers: {
      method: 'POST',
      reads: true,
      path: '/api/v1/teamusers/search',
      summary: 'People of the team by a body query',
      access: 'ListTeamUsers',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: 'Filters by many addresses',
      query: entity,
      body: search,
      reply: paged(teamUser),
    },
    listTeamUsers: {
      method: 'GET',
      path: '/api/v1/teamusers',
      summary: 'People of the team by a query string',
      access: 'ListTeamUsers',
      query: entity.extend(listQuery),
      reply: paged(teamUser),
    },
    countTeamUsers: {
      method: 'POST',
      reads: true,
      path: '/api/v1/teamusers/getcount',
      summary: 'How many people of the team a body query finds',
      access: 'ListTeamUsers',
      query: entity,
      body: search,
      reply: z.object({ count: z.int() }),
    },
  },
});
