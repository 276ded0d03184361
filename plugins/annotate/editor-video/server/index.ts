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
import { VideoMedia } from './video-media.ts';

const TYPE = 'video';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [VideoMedia],
  bindings(container) {
    container.bind(VideoMedia).toSelf();
  },
  activate({ get, implement, tap }) {
    const hooks = get(AnnotationHooks);
    const media = get(VideoMedia);
    implement(videoApi, {
      async getMedia({ params }, context) {
        const item = await get(Items).get(context, params.item_id, params.project_id);
        const { type } = await get(Projects).get(context, params.project_id);
        return { media: type === ProjectType.Video ? ((await media.of(context, item)) ?? null) : null };
      },
    });
    tap(get(ItemsHooks).examining.for(TYPE), async ({ path, name }) => {
      const { width, height } = await media.examine(path, name);
      return { width: width === 0 ? null : width, height: height === 0 ? null : height };
    });
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
