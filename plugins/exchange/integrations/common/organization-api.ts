import { defineApi, id, page, paged, time, z } from '#core/api/common/index.ts';

/** An integration of a team, for the owner of the organization; without its settings. */
export const organizationIntegration = z.object({
  id: z.int(),
  name: z.string(),
  type: z.int(),
  team: z.object({ id: z.int(), name: z.string() }),
  /** Other teams that use it, by name. */
  shared_with: z.array(z.object({ id: z.int(), name: z.string() })),
  status: z.enum(['unchecked', 'working', 'failed']),
  creator_id: z.string(),
  lastCheckAt: time.nullable(),
  createdAt: time,
});
export type OrganizationIntegration = z.output<typeof organizationIntegration>;

/** Another team of the organization, and its use of an integration. */
export const integrationTeam = z.object({
  id: z.int(),
  name: z.string(),
  assigned: z.boolean(),
  /** Items of the team that lie in the integration. */
  items: z.int(),
});
export type IntegrationTeam = z.output<typeof integrationTeam>;

const ofIntegration = z.strictObject({ organization_id: id, integration_id: id });

/** Calls about the integrations of all teams of an organization. */
export const organizationIntegrationsApi = defineApi({
  service: 'main',
  operations: {
    listOrganizationIntegrations: {
      method: 'GET',
      path: '/api/v1/organizations/:organization_id/integrations',
      summary: 'Integrations of all teams of an organization by name; `search` matches a part of name or team',
      access: 'ManageOrganization',
      params: z.strictObject({ organization_id: id }),
      query: z.strictObject({ ...page, search: z.string().trim().max(200).optional() }),
      reply: paged(organizationIntegration),
    },
    listIntegrationTeams: {
      method: 'GET',
      path: '/api/v1/organizations/:organization_id/integrations/:integration_id/teams',
      summary: 'Other teams of the organization by name, and which of them use an integration',
      access: 'ManageOrganization',
      params: ofIntegration,
      reply: z.object({ data: z.array(integrationTeam) }),
    },
    assignIntegration: {
      method: 'PUT',
      path: '/api/v1/organizations/:organization_id/integrations/:integration_id/teams',
      summary: 'Let these teams use an integration of another team, and no others; its settings stay with that team',
      access: 'ManageOrganization',
      params: ofIntegration,
      body: z.strictObject({ team_ids: z.array(id).max(1000, 'must name at most 1,000 teams') }),
      reply: z.object({ data: z.array(integrationTeam) }),
    },
  },
});
