import { defineServerPlugin } from '#core/kernel/server/index.ts';
import manifest from '../manifest.ts';
import { templatesApi } from '../common/api.ts';
import { templatesHandlers } from './templates-handlers.ts';
import { Templates } from './templates.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Templates],
  bindings: container => void container.bind(Templates).toSelf(),
  activate: ({ get, implement }) => implement(templatesApi, templatesHandlers(get(Templates))),
});
