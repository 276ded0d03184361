import { setImmediate } from 'node:timers/promises';
import { inTurns } from '#core/base/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { videoApi } from '../common/api.ts';
import { videoChecks } from '../common/checks.ts';
import { storedVideo } from '../common/stored-video.ts';
import { trackingApi } from '../common/tracking-api.ts';
import { BackgroundTracking } from './tracking/background-tracking.ts';
import { Conversions } from './conversion/conversions.ts';
import { VideoConverting } from './conversion/video-converting.ts';
import { FrameExtraction } from './extraction/frame-extraction.ts';
import { FilmstripMaking } from './filmstrips/filmstrip-making.ts';
import { Filmstrips } from './filmstrips/filmstrips.ts';
import { Ffmpeg } from './ffmpeg/ffmpeg.ts';
import { LocalVideos } from './ffmpeg/local-video.ts';
import { OutsideTracking } from './tracking/outside-tracking.ts';
import { ServerTracking } from './tracking/server-tracking.ts';
import { TrackRefining } from './tracking/track-refining.ts';
import { VideoMedia } from './video-media.ts';

const TYPE = 'video';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [VideoMedia],
  bindings(container) {
    container.bind(VideoMedia).toSelf();
    container.bind(Ffmpeg).toSelf();
    container.bind(LocalVideos).toSelf();
    container.bind(Conversions).toSelf();
    container.bind(VideoConverting).toSelf();
    container.bind(Filmstrips).toSelf();
    container.bind(FilmstripMaking).toSelf();
    container.bind(FrameExtraction).toSelf();
    container.bind(ServerTracking).toSelf();
    container.bind(OutsideTracking).toSelf();
    container.bind(TrackRefining).toSelf();
    container.bind(BackgroundTracking).toSelf();
  },
  activate({ get, implement, job, startJob, tap }) {
    const hooks = get(AnnotationHooks);
    const media = get(VideoMedia);
    implement(videoApi, {
      async getMedia({ params }, context) {
        const item = await get(Items).get(context, params.item_id, params.project_id);
        const { type } = await get(Projects).get(context, params.project_id);
        return { media: type === ProjectType.Video ? ((await media.of(context, item)) ?? null) : null };
      },
      async getConversion({ params }, context) {
        const item = await get(Items).get(context, params.item_id, params.project_id);
        return get(Conversions).view(context, item);
      },
      async convert({ params }, context) {
        const item = await get(Items).get(context, params.item_id, params.project_id);
        return get(Conversions).begin(context, item);
      },
      async getFilmstrip({ params }, context) {
        const item = await get(Items).get(context, params.item_id, params.project_id);
        return get(Filmstrips).view(context, item);
      },
      async extractFrames({ params, body }, context) {
        const item = await get(Items).get(context, params.item_id, params.project_id);
        await get(FrameExtraction).admit(context, item.name, body.to_project_id);
        return { job_id: await startJob(context, 'extract', { ...params, ...body }) };
      },
      async trackObject({ params, body }, context) {
        await get(BackgroundTracking).admit(context, params.project_id, params.item_id);
        return { job_id: await startJob(context, 'track', { ...params, asked: body }) };
      },
      async listTracking({ params }, context) {
        const tracking = get(BackgroundTracking);
        return {
          data: await tracking.running(context, params.project_id, params.item_id),
          tracker: await tracking.trackerName(),
        };
      },
    });
    implement(trackingApi, { tracking: ({ body }, context) => get(ServerTracking).track(context, body) });
    job('convert', (run, context) => get(VideoConverting).run(run, context));
    job('filmstrip', (run, context) => get(FilmstripMaking).run(run, context));
    job('extract', (run, context) => get(FrameExtraction).run(run, context));
    job('track', (run, context) => get(BackgroundTracking).run(run, context));
    tap(get(ItemsHooks).examining.for(TYPE), async ({ path, name }) => {
      const { width, height } = await media.examine(path, name);
      return { width: width === 0 ? null : width, height: height === 0 ? null : height };
    });
    tap(get(ItemsHooks).received.for(TYPE), (context, item) => get(Filmstrips).received(context, item));
    tap(hooks.equipping.for(TYPE), (_, particulars, item) => ({ ...particulars, projectId: item.project_id }));
    tap(hooks.checking.for(TYPE), async (context, _, { document, form, classes, item, media: size }) => {
      const duration = await media.durationOf(context, item);
      return inTurns(videoChecks(document, { form, classes, media: size, duration }), setImmediate);
    });
    tap(hooks.saving.for(TYPE), async (context, document, item) => {
      const duration = await media.durationOf(context, item);
      return storedVideo(document, {
        ...(item.width === null || item.height === null ? {} : { width: item.width, height: item.height }),
        ...(duration === undefined ? {} : { duration }),
      });
    });
  },
});
