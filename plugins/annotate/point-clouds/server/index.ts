import { defineServerHalf } from '#core/kernel/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import manifest from '../manifest.ts';
import { pointCloudsApi } from '../common/api.ts';
import { CloudBuilding } from './cloud-building.ts';
import { Clouds } from './clouds.ts';

const TYPE = 'point-cloud';

const kept = { 'cache-control': 'private, max-age=31536000, immutable', vary: 'authorization, cookie' };

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Clouds],
  bindings(container) {
    container.bind(Clouds).toSelf();
    container.bind(CloudBuilding).toSelf();
  },
  activate({ get, implement, job, tap }) {
    const clouds = get(Clouds);
    const items = get(Items);
    implement(pointCloudsApi, {
      async getPointCloud({ params }, context) {
        const found = await clouds.of(context, await items.get(context, params.item_id, params.project_id));
        return { cloud: found === undefined ? null : await clouds.view(context, found) };
      },
      async getCloudNode({ params, query }, context) {
        const item = await items.get(context, params.item_id, params.project_id);
        const { size, bytes } = await clouds.node(context, item, query.cloud, params);
        return streamReply(bytes, {
          ...kept,
          'content-type': 'application/octet-stream',
          'content-length': String(size),
        });
      },
      async getCloudImage({ params, query }, context) {
        const item = await items.get(context, params.item_id, params.project_id);
        const { mime, size, bytes } = await clouds.image(context, item, query.cloud, params);
        return streamReply(bytes, { ...kept, 'content-type': mime, 'content-length': String(size) });
      },
      async buildAgain({ params }, context) {
        const found = await clouds.again(context, await items.get(context, params.item_id, params.project_id));
        return { cloud: found === undefined ? null : await clouds.view(context, found) };
      },
    });
    job('build', (run, context) => get(CloudBuilding).run(run, context));
    const hooks = get(ItemsHooks);
    tap(hooks.examining.for(TYPE), file => get(CloudBuilding).examine(file));
    tap(hooks.received.for(TYPE), (context, item) => clouds.received(context, item));
  },
});
