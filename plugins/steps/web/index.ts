import { lazy } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { classesApi } from '#plugins/classes/common/api.ts';
import { ProjectStore, ProjectsWebHooks } from '#plugins/projects/web/kit/index.ts';
import { STEP_LIMIT, stepsApi } from '../common/api.ts';
import manifest from '../manifest.ts';

const VECTOR = 1;
/** Type of the classes that objects have; tags are of the whole item. */
const OBJECT = 1;
const NewProjectSteps = lazy(() => import('./new-project-steps.tsx').then(({ NewProjectSteps: input }) => ({ default: input })));

export default defineWebPlugin(manifest, {
  activate({ get, page, tap, hooks }) {
    page('list', () => import('./pages/steps-page.tsx'));
    const store = get(ProjectStore);
    const transport = get(Transport);
    tap(get(ProjectsWebHooks).newProjectParts, (_, parts) => [...parts, {
      id: 'steps', title: 'Steps', suits: type => type === VECTOR, Input: NewProjectSteps,
      async apply(projectId) {
        const classes = (await client(classesApi, transport).list({ query: { project_id: projectId } })).data.filter(each => each.type === OBJECT);
        if (classes.length === 0) return;
        await client(stepsApi, transport).saveSteps({ params: { project_id: projectId }, query: {}, body: { steps: classes.slice(0, STEP_LIMIT).map(each => ({ class_id: each.id, tool: null, attribute_ids: [] })) } });
      },
    }]);
    // Steps are a matter of vector projects (screens 7).
    tap(hooks.menu.for('project.setup'), items => (store.state.project?.type === VECTOR ? undefined : items.filter(each => each.id !== 'steps.list')));
  },
});
