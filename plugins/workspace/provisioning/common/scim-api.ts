import { defineApi, id, z } from '#core/api/common/index.ts';
import { BULK_BYTES, bulkResponse } from './scim-bulk-shapes.ts';
import { listOf, scimGroup, scimUser } from './scim-shapes.ts';

const inOrganization = z.strictObject({ organization_id: id });
const scimId = z.string().max(100);
const ofUser = inOrganization.extend({ scim_user_id: scimId });
const ofGroup = inOrganization.extend({ scim_group_id: scimId });
const resource = z.looseObject({});
const query = z.looseObject({
  filter: z.string().max(2000).optional(),
  startIndex: z.coerce.number().optional(),
  count: z.coerce.number().optional(),
  excludedAttributes: z.string().max(500).optional(),
});
const shown = z.looseObject({ excludedAttributes: z.string().max(500).optional() });
/** Directories send groups with all their members in one call. */
const large = { bodyLimit: 4 * 1024 * 1024, bodyReason: 'A group with its members' } as const;
/** Answered without a body. */
const none = z.object({});

const BASE = '/scim/v2/:organization_id';
/** The caller is the directory of an organization; its token is read by the handler. */
const byDirectory = { access: 'public', signed: true } as const;

/** SCIM 2.0 (RFC 7644) as directories such as Entra ID and Okta speak it. */
export const scimApi = defineApi({
  service: 'main',
  operations: {
    scimConfig: {
      method: 'GET',
      path: `${BASE}/ServiceProviderConfig`,
      summary: 'What this SCIM server supports',
      ...byDirectory,
      params: inOrganization,
      reply: z.looseObject({}),
    },
    scimResourceTypes: {
      method: 'GET',
      path: `${BASE}/ResourceTypes`,
      summary: 'The resources of this SCIM server',
      ...byDirectory,
      params: inOrganization,
      reply: z.looseObject({}),
    },
    scimListUsers: {
      method: 'GET',
      path: `${BASE}/Users`,
      summary: 'Provisioned people that a filter finds',
      ...byDirectory,
      params: inOrganization,
      query,
      reply: listOf(scimUser),
    },
    scimCreateUser: {
      method: 'POST',
      path: `${BASE}/Users`,
      summary: 'Make or adopt the account of a person',
      ...byDirectory,
      status: 201,
      params: inOrganization,
      body: resource,
      reply: scimUser,
    },
    scimGetUser: {
      method: 'GET',
      path: `${BASE}/Users/:scim_user_id`,
      summary: 'A provisioned person',
      ...byDirectory,
      params: ofUser,
      query: shown,
      reply: scimUser,
    },
    scimReplaceUser: {
      method: 'PUT',
      path: `${BASE}/Users/:scim_user_id`,
      summary: 'Replace what is known of a person; with active false they are signed out everywhere',
      ...byDirectory,
      params: ofUser,
      body: resource,
      reply: scimUser,
    },
    scimPatchUser: {
      method: 'PATCH',
      path: `${BASE}/Users/:scim_user_id`,
      summary: 'Change parts of a person; with active false they are signed out everywhere',
      ...byDirectory,
      params: ofUser,
      body: resource,
      reply: scimUser,
    },
    scimDeleteUser: {
      method: 'DELETE',
      path: `${BASE}/Users/:scim_user_id`,
      summary: 'Close the account of a person and take them out of all teams of the organization',
      ...byDirectory,
      status: 204,
      params: ofUser,
      reply: none,
    },
    scimListGroups: {
      method: 'GET',
      path: `${BASE}/Groups`,
      summary: 'Provisioned groups that a filter finds',
      ...byDirectory,
      params: inOrganization,
      query,
      reply: listOf(scimGroup),
    },
    scimCreateGroup: {
      method: 'POST',
      path: `${BASE}/Groups`,
      summary: 'Make a group of the directory',
      ...byDirectory,
      ...large,
      status: 201,
      params: inOrganization,
      body: resource,
      reply: scimGroup,
    },
    scimGetGroup: {
      method: 'GET',
      path: `${BASE}/Groups/:scim_group_id`,
      summary: 'A provisioned group',
      ...byDirectory,
      params: ofGroup,
      query: shown,
      reply: scimGroup,
    },
    scimReplaceGroup: {
      method: 'PUT',
      path: `${BASE}/Groups/:scim_group_id`,
      summary: 'Replace the name and members of a group',
      ...byDirectory,
      ...large,
      params: ofGroup,
      body: resource,
      reply: scimGroup,
    },
    scimPatchGroup: {
      method: 'PATCH',
      path: `${BASE}/Groups/:scim_group_id`,
      summary: 'Rename a group, add members or remove them',
      ...byDirectory,
      ...large,
      params: ofGroup,
      body: resource,
      reply: scimGroup,
    },
    scimDeleteGroup: {
      method: 'DELETE',
      path: `${BASE}/Groups/:scim_group_id`,
      summary: 'Delete a group; what only it gave ends',
      ...byDirectory,
      status: 204,
      params: ofGroup,
      reply: none,
    },
    scimBulk: {
      method: 'POST',
      path: `${BASE}/Bulk`,
      summary: 'Make, change and delete many people and groups in one request',
      ...byDirectory,
      cost: 50,
      bodyLimit: BULK_BYTES,
      bodyReason: 'As many operations as a request in bulk may have',
      params: inOrganization,
      body: resource,
      reply: bulkResponse,
    },
  },
});
