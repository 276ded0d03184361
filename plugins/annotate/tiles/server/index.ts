import { defineServerHalf } from '#core/kernel/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { tilesApi } from '../common/api.ts';
import type { TileFormat } from '../common/archive-layout.ts';
import { PyramidCutting } from './pyramid-cutting.ts';
import { PyramidRows } from './pyramid-rows.ts';
import { PyramidWindows } from './pyramid-windows.ts';
import { Pyramids } from './pyramids.ts';
import { SlideReader } from './slides/slide-reader.ts';
import { Slides } from './slides/slides.ts';

const TYPE = 'tiled';

const mediaTypes: Readonly<Record<TileFormat, string>> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Pyramids, PyramidWindows],
  bindings(container) {
    container.bind(Pyramids).toSelf();
    container.bind(PyramidWindows).toSelf();
    container.bind(PyramidRows).toSelf();
    container.bind(SlideReader).toSelf();
    container.bind(Slides).toSelf();
    container.bind(PyramidCutting).toSelf();
  },
  activate({ get, implement, job, tap }) {
    const pyramids = get(Pyramids);
    const items = get(Items);
    implement(tilesApi, {
      async getPyramid({ params }, context) {
        const found = await pyramids.of(context, await items.get(context, params.item_id, params.project_id));
        return { pyramid: found === undefined ? null : await pyramids.view(context, found) };
      },
      async getTile({ params, query }, context) {
        const item = await items.get(context, params.item_id, params.project_id);
        const { format, size, bytes } = await pyramids.tile(context, item, query.pyramid, params);
        const headers = { 'cache-control': 'private, max-age=31536000, immutable', vary: 'authorization, cookie' };
        return bytes === undefined
          ? streamReply(undefined, headers, 204)
          : streamReply(bytes, { ...headers, 'content-type': mediaTypes[format], 'content-length': String(size) });
      },
      async cutAgain({ params }, context) {
        const found = await pyramids.again(context, await items.get(context, params.item_id, params.project_id));
        return { pyramid: found === undefined ? null : await pyramids.view(context, found) };
      },
    });
    job('cut', (run, context) => get(PyramidCutting).run(run, context));
    const hooks = get(ItemsHooks);
    tap(hooks.examining.for(TYPE), file => get(PyramidCutting).examine(file));
    tap(hooks.received.for(TYPE), (context, item) => pyramids.received(context, item));
  },
});
