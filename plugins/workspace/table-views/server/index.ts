import { defineServerHalf } from '#core/kernel/server/index.ts';
import { customViewApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { customViewHandlers } from './custom-view-handlers.ts';
import { CustomViews } from './custom-views.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings: container => void container.bind(CustomViews).toSelf(),
  activate: ({ get, implement }) => implement(customViewApi, customViewHandlers(get(CustomViews))),
});
