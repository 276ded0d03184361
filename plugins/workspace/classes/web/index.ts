import { lazy } from 'react';
import { Transport } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { ProjectsWebHooks } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { ClassesClient } from './kit/classes-client.ts';
import type { ChosenClasses } from './new-project-classes.tsx';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { messages } from './messages.ts';

const NewProjectClasses = lazy(() =>
  import('./new-project-classes.tsx').then(({ NewProjectClasses: input }) => ({ default: input })),
);

export default defineWebHalf(manifest, {
  provides: [ClassesClient],
  bindings(container) {
    container
      .bind(ClassesClient)
      .toDynamicValue(() => new ClassesClient(container.get(Transport)))
      .inSingletonScope();
  },
  activate({ get, page, tap }) {
    page('list', () => import('./pages/classes-page.tsx'));
    tap(get(ProjectsWebHooks).newProjectParts, (_, parts) => [
      ...parts,
      {
        id: 'classes',
        title: messages.shared.classes,
        suits: type => type !== ProjectType.Multimodal,
        Input: NewProjectClasses,
        async apply(projectId, value) {
          const chosen = value as ChosenClasses;
          const { api } = get(ClassesClient);
          const classes =
            chosen.from === 'project' ? (await api.list({ query: { project_id: chosen.id } })).data : chosen.classes;
          if (classes.length > 0) await api.importFile({ params: { project_id: projectId }, body: classes });
        },
      },
    ]);
  },
});
