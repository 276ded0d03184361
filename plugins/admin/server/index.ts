import { defineServerPlugin } from '#core/kernel/server/index.ts';
import manifest from '../manifest.ts';
import { adminApi } from '../common/api.ts';
import { adminHandlers } from './admin-handlers.ts';
import { Administration } from './administration.ts';

export default defineServerPlugin(manifest, {
  bindings: container => void container.bind(Administration).toSelf(),
  activate: ({ get, implement }) => implement(adminApi, adminHandlers(get(Administration))),
});
