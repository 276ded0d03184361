import { defineServerHalf } from '#core/kernel/server/index.ts';
import { itemPageApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { ItemHistory } from './item-history.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings: container => void container.bind(ItemHistory).toSelf(),
  activate({ get, implement }) {
    const history = get(ItemHistory);
    implement(itemPageApi, {
      getItemHistory: ({ params, query }, context) => history.list(context, params.project_id, params.item_id, query),
    });
  },
});
