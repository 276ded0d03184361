import { defineApi, id, success, z } from '#core/api/common/index.ts';

const password = z.string().min(8, 'must have at least 8 characters').max(200);
const expiry = z.iso.datetime({ offset: true });

const link = z.object({
  id: z.int(),
  kind: z.enum(['project', 'subset', 'item']),
  subset_id: z.int().nullable(),
  item_id: z.int().nullable(),
  /** Name of the project, the subset or the item; null when it is not there any more. */
  name: z.string().nullable(),
  token: z.string(),
  url: z.string(),
  protected: z.boolean(),
  creator: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  expired: z.boolean(),
});
/** A public link as its managers see it. */
export type PublicLink = z.output<typeof link>;

const ofProject = z.strictObject({ project_id: id });
const options = { expires_at: expiry.nullish(), password: password.nullish() };

/** Making, listing and revoking public links of a project. */
export const linksApi = defineApi({
  service: 'main',
  operations: {
    listPublicLinks: {
      method: 'GET',
      notWhenViewing: true,
      path: '/api/v1/project/:project_id/public-links',
      summary: 'Public links of a project, the newest first',
      access: 'ShareProject',
      project: 'params.project_id',
      params: ofProject,
      reply: z.object({ data: z.array(link) }),
    },
    createPublicLink: {
      method: 'POST',
      path: '/api/v1/project/:project_id/public-links',
      summary: 'Make a link that shows a project, a subset or an item without sign-in',
      access: 'ShareProject',
      project: 'params.project_id',
      status: 201,
      params: ofProject,
      body: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('subset'), subset_id: id, ...options }),
        z.strictObject({ kind: z.literal('item'), item_id: id, ...options }),
        z.strictObject({ kind: z.literal('project'), ...options }),
      ]),
      reply: link,
    },
    revokePublicLink: {
      method: 'DELETE',
      path: '/api/v1/project/:project_id/public-links/:link_id',
      summary: 'Revoke a public link; it stops working at once',
      access: 'ShareProject',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, link_id: id }),
      reply: success,
    },
  },
});

const ofSubset = z.looseObject({ project_id: id, subset_id: id });
const subsetShare = z.object({
  token: z.string(),
  url: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
});

/** Public links of subsets as the Explore service answers them. */
export const subsetShareApi = defineApi({
  service: 'explore',
  operations: {
    shareSubset: {
      method: 'POST',
      path: '/api/v1/subsets/share',
      summary: 'Make a public link of a subset; the present one when there is one',
      access: 'ShareProject',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id }),
      body: z.looseObject({ subset_id: id, ...options }),
      reply: subsetShare,
    },
    getSubsetShare: {
      method: 'GET',
      notWhenViewing: true,
      path: '/api/v1/subsets/share',
      summary: 'The public link of a subset',
      access: 'ShareProject',
      project: 'query.project_id',
      query: ofSubset.extend({ type: z.literal('subset').default('subset') }),
      reply: subsetShare,
    },
    revokeSubsetShare: {
      method: 'DELETE',
      path: '/api/v1/subsets/share/revoke',
      summary: 'Revoke every public link of a subset',
      access: 'ShareProject',
      project: 'query.project_id',
      query: ofSubset,
      reply: success,
    },
  },
});
