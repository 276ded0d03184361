import { defineApi, id, page, paged, z } from '#core/api/common/index.ts';

const inOrganization = z.strictObject({ organization_id: id });

export const provisioning = z.object({
  /** The address to enter at the directory. */
  base_url: z.string(),
  /** The token of the directory; null while provisioning is off. Its text is shown once, when it is made. */
  token: z
    .object({
      hint: z.string(),
      created_by: z.string().nullable(),
      createdAt: z.string(),
      lastUsedAt: z.string().nullable(),
    })
    .nullable(),
  people: z.int(),
  groups: z.int(),
});
export type Provisioning = z.output<typeof provisioning>;

export const provisionedPerson = z.object({
  id: z.string(),
  user_name: z.string(),
  email: z.string(),
  name: z.string(),
  active: z.boolean(),
  groups: z.array(z.string()),
  changedAt: z.string(),
});
export type ProvisionedPerson = z.output<typeof provisionedPerson>;

const BASE = '/api/v1/organizations/:organization_id/provisioning';
const access = 'ManageOrganization';

/** Calls of the owner of an organization about its directory. */
export const provisioningApi = defineApi({
  service: 'main',
  operations: {
    getProvisioning: {
      method: 'GET',
      path: BASE,
      summary: 'State of the provisioning of accounts by the directory of an organization',
      access,
      params: inOrganization,
      reply: provisioning,
    },
    createDirectoryToken: {
      method: 'POST',
      path: `${BASE}/token`,
      summary: 'Make the token of the directory; one that was there ends, and its text is shown only in this answer',
      access,
      cost: 10,
      params: inOrganization,
      reply: z.object({ token: z.string() }),
    },
    deleteDirectoryToken: {
      method: 'DELETE',
      path: `${BASE}/token`,
      summary: 'Switch provisioning off; accounts and teams stay',
      access,
      params: inOrganization,
      reply: provisioning,
    },
    listProvisionedPeople: {
      method: 'GET',
      path: `${BASE}/people`,
      summary: 'People that the directory provisioned, by name',
      access,
      params: inOrganization,
      query: z.strictObject({ ...page, search: z.string().max(200).optional() }),
      reply: paged(provisionedPerson),
    },
  },
});
