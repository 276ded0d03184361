import { plainDirection } from '#core/base/common/index.ts';
import { defineApi, id, page, paged, z } from '#core/api/common/index.ts';
import { email } from '#core/auth/common/index.ts';
import { featureNames } from '#core/permissions/common/index.ts';

const inOrganization = z.strictObject({ organization_id: id });
/** The name of an organization or team. */
export const organizationName = z
  .string()
  .trim()
  .regex(...plainDirection)
  .min(1, 'give it a name')
  .max(200, 'use at most 200 characters');

export const organizationRow = z.object({
  id: z.int(),
  name: z.string(),
  owner_email: z.string(),
  teams: z.int(),
  members: z.int(),
  createdAt: z.string(),
});
export type OrganizationRow = z.output<typeof organizationRow>;

export const organizationDetail = organizationRow.extend({
  team_list: z.array(z.object({ id: z.int(), name: z.string() })),
  features: z.array(z.object({ name: z.enum(featureNames), on: z.boolean() })),
});
export type OrganizationDetail = z.output<typeof organizationDetail>;

/** The owner's account: made now, there already, or there without a proof of its address and given a new password. */
export const ownerAccount = z.enum(['created', 'existing', 'reset']);
export type OwnerAccount = z.output<typeof ownerAccount>;

/** Calls of super-admins. */
export const adminApi = defineApi({
  service: 'main',
  operations: {
    listOrganizations: {
      method: 'GET',
      path: '/super-admin/organizations',
      summary: 'Organizations of this installation; `name` matches a part',
      access: 'super-admin',
      query: z.strictObject({ ...page, name: z.string().max(200).optional() }),
      reply: paged(organizationRow),
    },
    createOrganization: {
      method: 'POST',
      path: '/api/v1/admin/organizations',
      summary: 'Create an organization with its first team; makes the owner’s account when there is none',
      access: 'super-admin',
      status: 201,
      body: z.strictObject({ name: organizationName, owner_email: email, team_name: organizationName }),
      reply: z.object({
        organization_id: z.int(),
        team_id: z.int(),
        /** Password of an account that was made or reset for the owner, shown once; null when there was one. */
        password: z.string().nullable(),
        account: ownerAccount,
      }),
    },
    getOrganization: {
      method: 'GET',
      path: '/api/v1/admin/organizations/:organization_id',
      summary: 'One organization with its teams and features',
      access: 'super-admin',
      params: inOrganization,
      reply: organizationDetail,
    },
    transferOrganization: {
      method: 'PUT',
      path: '/api/v1/admin/organizations/:organization_id/owner',
      summary: 'Make a member of one of its teams the owner of an organization; `from` is the owner until now',
      access: 'super-admin',
      params: inOrganization,
      body: z.strictObject({ from: email, to: email }),
      reply: organizationDetail,
    },
    switchFeature: {
      method: 'PUT',
      path: '/api/v1/admin/organizations/:organization_id/features/:feature',
      summary: 'Switch a feature of an organization',
      access: 'super-admin',
      params: z.strictObject({ organization_id: id, feature: z.enum(featureNames) }),
      body: z.strictObject({ on: z.boolean() }),
      reply: organizationDetail,
    },
  },
});
