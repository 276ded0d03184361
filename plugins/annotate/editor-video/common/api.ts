import { defineApi, id, z } from '#core/api/common/index.ts';
import { trackingRequest } from './tracking-api.ts';

/** Facts about the file of an item; times in microseconds. */
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

/** The state of the conversion of a video. */
export const conversionView = z.object({
  /** `none`: nobody asked for it yet. `unavailable`: this server has no ffmpeg. */
  state: z.enum(['unavailable', 'none', 'waiting', 'converting', 'ready', 'failed']),
  /** The job that converts it; null for one that is ready or failed. */
  job_id: z.string().nullable(),
  /** Why it could not be converted. */
  error: z.string().nullable(),
  /** Address of the converted video; its frames are those of the original, one for one. */
  url: z.string().nullable(),
});
export type ConversionView = z.output<typeof conversionView>;

/** Small pictures of a video at even distances. */
export const filmstripView = z.object({
  /** `unavailable`: this server has no ffmpeg, or the file is no video that lies here. */
  state: z.enum(['unavailable', 'waiting', 'ready', 'failed']),
  strip: z
    .object({
      /** Address of an image that has all pictures, one below the other. */
      url: z.string(),
      /** Size of each picture in pixels. */
      width: z.int(),
      height: z.int(),
      /** The frame of each picture, counted from 0, ascending. */
      frames: z.array(z.int()),
    })
    .nullable(),
});
export type FilmstripView = z.output<typeof filmstripView>;

/** The frames of a video that become images. */
export const frameChoice = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('count'), every: z.int().min(1).max(1_000_000).describe('Every so many frames') }),
  z.strictObject({ by: z.literal('time'), every: z.number().min(0.01).max(86_400).describe('Every so many seconds') }),
  z.strictObject({
    by: z.literal('scenes'),
    change: z
      .number()
      .min(0.05)
      .max(0.95)
      .default(0.3)
      .describe('How much a frame differs from the one before, from 0 to 1'),
  }),
]);
export type FrameChoice = z.output<typeof frameChoice>;

/** The media of video projects. */
export const videoApi = defineApi({
  service: 'main',
  operations: {
    getMedia: {
      method: 'GET',
      path: '/api/v1/project/:project_id/video/:item_id/media',
      summary:
        'Size, length and frames of a video, read from its packets; null for one whose file lies elsewhere, and for items that are no videos',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, item_id: id }),
      reply: z.object({ media: itemMedia.nullable() }),
    },
    getConversion: {
      method: 'GET',
      path: '/api/v1/project/:project_id/video/:item_id/conversion',
      summary: 'The state of the conversion of a video that browsers cannot decode, and the address of the result',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, item_id: id }),
      reply: conversionView,
    },
    convert: {
      method: 'POST',
      path: '/api/v1/project/:project_id/video/:item_id/conversion',
      summary: 'Convert a video so that every browser decodes it; does nothing while that runs or when it is done',
      access: 'AnnotateItem',
      project: 'params.project_id',
      cost: 25,
      params: z.strictObject({ project_id: id, item_id: id }),
      reply: conversionView,
    },
    getFilmstrip: {
      method: 'GET',
      path: '/api/v1/project/:project_id/video/:item_id/filmstrip',
      summary: 'Small pictures of a video at even distances; making them begins with the first call',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, item_id: id }),
      reply: filmstripView,
    },
    extractFrames: {
      method: 'POST',
      path: '/api/v1/project/:project_id/video/:item_id/frames',
      summary: 'Add frames of a video to another project as images, as a job',
      access: 'ViewItem',
      project: 'params.project_id',
      cost: 25,
      status: 202,
      params: z.strictObject({ project_id: id, item_id: id }),
      body: z.strictObject({
        to_project_id: id.describe('A project of images that the caller may add items to'),
        frames: frameChoice,
      }),
      reply: z.object({ job_id: z.string() }),
    },
    trackObject: {
      method: 'POST',
      path: '/api/v1/project/:project_id/video/:item_id/tracking',
      summary: 'Follow an object through a video and write what is found as key frames, as a job',
      access: 'AnnotateItem',
      project: 'params.project_id',
      cost: 25,
      status: 202,
      params: z.strictObject({ project_id: id, item_id: id }),
      body: trackingRequest,
      reply: z.object({ job_id: z.string() }),
    },
    listTracking: {
      method: 'GET',
      path: '/api/v1/project/:project_id/video/:item_id/tracking',
      summary: 'Unfinished jobs of the caller that follow objects through a video, newest first',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, item_id: id }),
      reply: z.object({
        data: z.array(z.object({ job_id: z.string(), instance_id: z.string() })),
        /** The name of the tracker that an operator connected for these jobs; null for the one of the product. */
        tracker: z.string().nullable(),
      }),
    },
  },
});
