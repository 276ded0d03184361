import { defineApi, id, z } from '#core/api/common/index.ts';

/** What is known of the file of an item; times in microseconds. */
export const itemMedia = z.object({
  kind: z.enum(['video', 'audio']),
  codec: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  rotation: z.int(),
  duration: z.int(),
  /** Beginning of the first frame, then the time from each frame to the next. */
  steps: z.array(z.int()),
  has_audio: z.boolean(),
});
export type ItemMedia = z.output<typeof itemMedia>;

/** The media of video projects. */
export const videoApi = defineApi({
  service: 'main',
  operations: {
    getMedia: {
      method: 'GET',
      path: '/api/v1/project/:project_id/video/:item_id/media',
      summary:
        'Size, length and frames of a video as its packets tell; null of one whose file lies elsewhere, and of items that are no videos',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, item_id: id }),
      reply: z.object({ media: itemMedia.nullable() }),
    },
  },
});
