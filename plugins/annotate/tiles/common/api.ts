import { BYTES, defineApi, id, z } from '#core/api/common/index.ts';

const ofItem = z.strictObject({ project_id: id, item_id: id });

/** State of the pyramid of an image. */
export const pyramidState = z.enum(['waiting', 'cutting', 'ready', 'failed']);
export type PyramidState = z.output<typeof pyramidState>;

export const pyramidView = z.object({
  id: z.int(),
  state: pyramidState,
  /** Pixels of the full-resolution image; 0 of one at an address until it was reached. */
  width: z.int(),
  height: z.int(),
  tile_size: z.int(),
  overlap: z.int(),
  levels: z.int(),
  format: z.enum(['jpg', 'png', 'webp']),
  scheme: z.enum(['xyz', 'dzi']),
  /** Place of the image on the earth, as its file gives it: six numbers from pixel corners to coordinates of `crs`. */
  georeference: z.object({ crs: z.string(), transform: z.array(z.number()).length(6) }).nullable(),
  /** Metres along a pixel of an image that has a scale and no place on the earth, such as a slide. */
  metres_per_pixel: z.number().nullable(),
  /** Rows of tiles that can be read, per level, from the top. */
  rows: z.array(z.int()),
  /** The job that cuts it; null for one that is ready or failed. */
  job_id: z.string().nullable(),
  /** Why it could not be cut. */
  error: z.string().nullable(),
});
export type PyramidView = z.output<typeof pyramidView>;

/** Tile pyramids of the images of tiled projects. */
export const tilesApi = defineApi({
  service: 'main',
  operations: {
    getPyramid: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/tiles',
      summary:
        'The tile pyramid of an image and how far it is; null of an item without a file or an address, or in a project of another type',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofItem,
      reply: z.object({ pyramid: pyramidView.nullable() }),
    },
    getTile: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/tiles/:level/:column/:row',
      summary: 'One tile of an image; level 0 is the smallest. The image never changes under one `pyramid` id',
      access: 'ViewItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem.extend({
        level: z.coerce.number().int().min(0).max(40),
        column: z.coerce.number().int().min(0),
        row: z.coerce.number().int().min(0),
      }),
      query: z.strictObject({ pyramid: id }),
      reply: BYTES,
    },
    cutAgain: {
      method: 'POST',
      path: '/api/v1/project/:project_id/item/:item_id/tiles',
      summary: 'Cut an image again whose cutting failed or was canceled; does nothing for others',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofItem,
      reply: z.object({ pyramid: pyramidView.nullable() }),
    },
  },
});
