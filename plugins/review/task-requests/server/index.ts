import { defineServerHalf } from '#core/kernel/server/index.ts';
import { itemRequestsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { RequestHooks } from './request-hooks.ts';
import { RequestQueue } from './request-queue.ts';
import { WaitingItems } from './waiting-items.ts';

export default defineServerHalf(manifest, {
  provides: [RequestHooks],
  bindings(container) {
    container.bind(RequestHooks).toSelf();
    container.bind(RequestQueue).toSelf();
    container.bind(WaitingItems).toSelf();
  },
  activate({ get, implement }) {
    const queue = get(RequestQueue);
    implement(itemRequestsApi, {
      getRequestQueue: ({ params }, context) => queue.state(context, params.project_id),
      async requestItems({ params, body }, context) {
        const items = await queue.request(context, params.project_id, body.category_id);
        const message = items.length === 0 ? await queue.reasonForNothing(context, params.project_id) : null;
        return { assigned: items.length, items: [...items], message };
      },
    });
  },
});
