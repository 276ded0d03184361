import { defineApi, id, page, paged, time, z } from '#core/api/common/index.ts';

/** An integration of a team, for the owner of the organization; without its settings. */
export const organizationIntegration = z.object({
  id: z.int(),
  name: z.string(),
  type: z.int(),
  team: z.object({ id: z.int(), name: z.string() }),
  status: z.enum(['unchecked', 'working', 'failed']),
  creator_id: z.string(),
  lastCheckAt: time.nullable(),
  createdAt: time,
});
export type OrganizationIntegration = z.output<typeof organizationIntegration>;

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
  },
});
