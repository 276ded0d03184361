import { defineServerHalf } from '#core/kernel/server/index.ts';
import { AnnotationHooks } from '#plugins/annotate/annotations/server/kit/index.ts';
import manifest from '../manifest.ts';
import { templatesApi } from '../common/api.ts';
import { templatesHandlers } from './templates-handlers.ts';
import { Templates } from './templates.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings: container => void container.bind(Templates).toSelf(),
  activate({ get, implement, tap }) {
    const templates = get(Templates);
    implement(templatesApi, templatesHandlers(templates));
    for (const type of ['vector', 'tiled'])
      tap(get(AnnotationHooks).templates.for(type), async (context, known) => [
        ...known,
        ...(await templates.names(context)),
      ]);
  },
});
