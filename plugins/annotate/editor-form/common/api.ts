import { defineApi, id, z } from '#core/api/common/index.ts';

/** Addresses that are asked for at once. */
export const mediaAtOnce = 100;

/** Media of other hosts inside of forms. */
export const formMediaApi = defineApi({
  service: 'main',
  operations: {
    signFormMedia: {
      method: 'POST',
      reads: true,
      path: '/api/v1/project/:project_id/item/:item_id/media',
      summary: 'Signed addresses at which pages read media of other hosts that a form holds',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, item_id: id }),
      body: z.strictObject({ addresses: z.array(z.string().max(4000)).min(1).max(mediaAtOnce) }),
      /** In the order of the question; null for an address that the stored form does not hold. */
      reply: z.object({ urls: z.array(z.string().nullable()) }),
    },
  },
});
