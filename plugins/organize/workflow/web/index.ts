import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import { projectKeys, projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import { ProjectsWebHooks } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { workflowEvents } from '../common/events.ts';
import { DesignerKeys } from './designer/designer-keys.ts';
import { WorkflowClient } from './workflow-client.ts';
import { statusesOf, targetsOf } from './status-targets.ts';
import { WorkflowAdmin } from './workflow-admin.ts';

export default defineWebHalf(manifest, {
  provides: [WorkflowClient],
  bindings(container) {
    for (const service of [WorkflowClient, WorkflowAdmin, DesignerKeys])
      container.bind(service as typeof DesignerKeys).toSelf();
  },
  activate({ get, tap, own, page, command }) {
    const workflows = get(WorkflowClient);
    const items = get(ItemsWebHooks);
    const events = get(EventStream);
    const queries = get(QueryClient);
    const keys = get(DesignerKeys);
    page('statuses', () => import('./pages/statuses-page.tsx'));
    page('roles', () => import('./pages/roles-page.tsx'));
    page('workflows', () => import('./pages/workflows-page.tsx'));
    page('newWorkflow', () => import('./pages/new-workflow-page.tsx'));
    page('designer', () => import('./pages/designer-page.tsx'));
    page('ofProject', () => import('./pages/project-workflow-page.tsx'));
    for (const name of ['save', 'undo', 'redo'] as const)
      command(
        name,
        () => keys.open?.[name](),
        () => keys.open !== undefined,
      );

    tap(items.statuses, async ({ projectId }) => statusesOf(await workflows.of(projectId)));
    tap(items.targets, async ({ projectId }, _, from) => targetsOf(await workflows.of(projectId), from));
    const admin = get(WorkflowAdmin);
    tap(get(ProjectsWebHooks).workflows, async ({ teamId }, builtIn) => {
      const [{ data }, { default_workflow_id: chosen }] = await Promise.all([
        admin.workflows.listWorkflows(),
        admin.team.getTeamSettings({ params: { team_id: teamId } }),
      ]);
      return {
        choices: data.map(
          ({ id, name, description }) =>
            builtIn.choices.find(each => each.id === id) ?? { id, title: name, text: description },
        ),
        standard: data.find(each => each.id === chosen)?.id ?? builtIn.standard,
      };
    });
    // A screen may have asked before this plugin was there.
    void queries.invalidateQueries({ queryKey: projectKeys.workflows });
    const refresh = (): void => {
      workflows.forget();
      void queries.invalidateQueries({ queryKey: projectKeys.workflows });
      // What screens about items know of statuses comes from here.
      for (const queryKey of [itemKeys.statuses, itemKeys.targets]) void queries.invalidateQueries({ queryKey });
    };
    for (const event of [
      projectsEvents.changed,
      projectsEvents.contributorsChanged,
      workflowEvents.changed,
      workflowEvents.vocabularyChanged,
    ])
      own(events.on(event as typeof projectsEvents.changed, refresh));
  },
});
