import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { classesApi } from '../common/api.ts';
import { classPartsApi, workClassesApi } from '../common/parts-api.ts';
import manifest from '../manifest.ts';
import { ClassParts } from './class-parts.ts';
import { classesHandlers } from './classes-handlers.ts';
import { classPartsHandlers, workClassesHandlers } from './parts-handlers.ts';
import { Classes, ClassesHooks } from './kit/index.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Classes, ClassesHooks],
  bindings(container) {
    container.bind(ClassesHooks).toSelf();
    container.bind(Classes).toSelf();
    container.bind(ClassParts).toSelf();
  },
  activate({ get, implement }) {
    implement(classesApi, classesHandlers(get(Classes)));
    implement(classPartsApi, classPartsHandlers(get(ClassParts)));
    implement(workClassesApi, workClassesHandlers(get(Classes)));
  },
});
