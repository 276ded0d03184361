import { lazy } from 'react';
import { Transport } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { ProjectStore, ProjectsWebHooks } from '#plugins/workspace/projects/web/kit/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import manifest from '../manifest.ts';
import { installGuide } from './guide/install-guide.ts';
import { StepWalk } from './guide/step-walk.ts';
import { makeSteps } from './make-steps.ts';
import type { ChosenSteps } from './new-project-steps.tsx';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { messages } from './messages.ts';

const NewProjectSteps = lazy(() =>
  import('./new-project-steps.tsx').then(({ NewProjectSteps: input }) => ({ default: input })),
);

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(StepWalk).toSelf(),
  activate(context) {
    const { get, find, page, tap, hooks } = context;
    if (find(OpenItemToken) !== undefined) installGuide(context);
    page('list', () => import('./pages/steps-page.tsx'));
    const store = get(ProjectStore);
    const transport = get(Transport);
    tap(get(ProjectsWebHooks).newProjectParts, (_, parts) => [
      ...parts,
      {
        id: 'steps',
        title: messages.shared.steps,
        suits: type => type === ProjectType.Vector,
        Input: NewProjectSteps,
        apply: (projectId, value) => makeSteps(transport, projectId, value as ChosenSteps),
      },
    ]);
    // Steps are a matter of vector projects.
    tap(hooks.menu.for('project.setup'), items =>
      store.state.project?.type === ProjectType.Vector ? undefined : items.filter(each => each.id !== 'steps.list'),
    );
  },
});
