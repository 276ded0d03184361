import { lazy } from 'react';
import { Transport } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { ProjectStore, ProjectsWebHooks } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import type { BuilderActions } from './builder/builder-keys.ts';
import { BuilderKeys } from './builder/builder-keys.ts';
import { FormClient } from './form-client.ts';
import type { ChosenForm } from './new-project-form.tsx';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { messages } from './messages.ts';

const NewProjectForm = lazy(() =>
  import('./new-project-form.tsx').then(({ NewProjectForm: input }) => ({ default: input })),
);

export default defineWebHalf(manifest, {
  bindings(container) {
    container
      .bind(FormClient)
      .toDynamicValue(() => new FormClient(container.get(Transport)))
      .inSingletonScope();
    container.bind(BuilderKeys).toSelf().inSingletonScope();
  },
  activate({ get, page, command, tap, hooks }) {
    const keys = get(BuilderKeys);
    const projects = get(ProjectStore);
    page('builder', () => import('./pages/form-page.tsx'));
    for (const name of Object.keys(manifest.commands) as (keyof BuilderActions)[])
      command(
        name,
        () => keys.run(name),
        () => keys.can(name),
      );
    tap(get(ProjectsWebHooks).newProjectParts, (_, parts) => [
      ...parts,
      {
        id: 'form',
        title: messages.shared.form,
        suits: type => type === ProjectType.Multimodal,
        Input: NewProjectForm,
        opens: 'setup/form',
        async apply(projectId, value) {
          await get(FormClient).builder.saveFormDraft({
            params: { project_id: projectId },
            body: { document: (value as ChosenForm).document, renames: [], revision: 0, base: 0 },
          });
        },
      },
    ]);
    tap(hooks.menu.for('project.setup'), items =>
      projects.state.project?.type === ProjectType.Multimodal
        ? undefined
        : items.filter(each => each.id !== 'form.builder'),
    );
  },
});
