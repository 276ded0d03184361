import { defineApi, id, z } from '#core/api/common/index.ts';

/** Most beats of one call. */
export const MOST_BEATS = 500;

/** ISO 8601 with its offset, in this or the last century. */
const moment = z.iso
  .datetime({ offset: true, message: 'must be a time such as 2026-03-02T08:00:00.000Z' })
  .regex(/^(19|20)\d\d-/, 'must lie between 1900 and 2099');

const ofProject = z.strictObject({ project_id: id });

/** A sign of work on an item: at most one in ten seconds, and only when something was done. */
export const beat = z.strictObject({
  /** Made by the client, so that a beat sent twice counts once. */
  beat: z.uuid(),
  item_id: id,
  at: moment,
  type: z.enum(['key', 'pointer', 'wheel', 'media', 'open', 'close']),
});
export type Beat = z.output<typeof beat>;

export const timeTrackerApi = defineApi({
  service: 'main',
  operations: {
    keepBeats: {
      method: 'POST',
      path: '/api/v1/project/:project_id/activity',
      summary: 'Keep beats of the caller’s work; those kept before, and of items that are gone, change nothing',
      access: 'TrackTime',
      project: 'params.project_id',
      params: ofProject,
      body: z.strictObject({
        beats: z.array(beat).min(1).max(MOST_BEATS),
        /** Now by the clock that the times of the beats are from: one that is minutes off is corrected by it. */
        sent_at: moment.optional(),
      }),
      reply: z.object({ kept: z.int() }),
    },
    ownTime: {
      method: 'GET',
      path: '/api/v1/project/:project_id/activity/own',
      summary: 'The caller’s active time in a project since a moment, in milliseconds',
      access: 'TrackTime',
      project: 'params.project_id',
      params: ofProject,
      query: z.strictObject({ since: moment, item_id: id.optional() }),
      reply: z.object({ total: z.int(), item: z.int(), idle: z.int() }),
    },
  },
});
