import { defineServerHalf } from '#core/kernel/server/index.ts';
import { ClassesHooks } from '#plugins/workspace/classes/server/kit/index.ts';
import { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import { stepsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { Steps } from './steps.ts';
import { stepsHandlers } from './steps-handlers.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Steps],
  bindings: container => void container.bind(Steps).toSelf(),
  activate({ get, implement, tap }) {
    const steps = get(Steps);
    implement(stepsApi, stepsHandlers(steps));
    // Steps name classes: those of a clone without classes have nothing to refer to.
    tap(get(ProjectsHooks).cloned, async (context, { from, to, parts }) => {
      if (parts.has('steps') && parts.has('classes')) await steps.copy(context, from.id, to.id);
    });
    tap(get(ClassesHooks).deleting, (context, deleted) =>
      steps.forgetClass(context, deleted.projectId, deleted.classId),
    );
  },
});
