import { defineServerHalf } from '#core/kernel/server/index.ts';
import { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import { classesApi } from '../common/api.ts';
import { classPartsApi, workClassesApi } from '../common/parts-api.ts';
import manifest from '../manifest.ts';
import { ClassMerging } from './class-merging.ts';
import { ClassParts } from './class-parts.ts';
import { classesHandlers } from './classes-handlers.ts';
import { classPartsHandlers, workClassesHandlers } from './parts-handlers.ts';
import { Classes } from './classes.ts';
import { ClassesHooks } from './classes-hooks.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Classes, ClassesHooks],
  bindings(container) {
    container.bind(ClassesHooks).toSelf();
    container.bind(Classes).toSelf();
    container.bind(ClassMerging).toSelf();
    container.bind(ClassParts).toSelf();
  },
  activate({ get, implement, tap, job }) {
    implement(classesApi, classesHandlers(get(Classes), get(ClassMerging)));
    job('merge', (run, context) => get(ClassMerging).run(run, context));
    implement(classPartsApi, classPartsHandlers(get(ClassParts)));
    tap(get(ProjectsHooks).cloned, async (context, { from, to, parts }) => {
      const known = parts.has('classes') ? await get(Classes).ofProject(context, from.id) : [];
      if (known.length > 0) await get(Classes).create(context, to.id, known);
    });
    implement(workClassesApi, workClassesHandlers(get(Classes)));
  },
});
