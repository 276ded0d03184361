import { invalidField } from '#core/base/common/index.ts';
import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { ItemsHooks } from '#plugins/items/server/kit/index.ts';
import { ProjectsHooks } from '#plugins/projects/server/kit/index.ts';
import manifest from '../manifest.ts';
import { projectWorkflowApi, workflowsApi } from '../common/api.ts';
import { Workflows } from './kit/index.ts';
import { StatusGate } from './status-gate.ts';
import { projectWorkflowHandlers, workflowsHandlers } from './workflow-handlers.ts';

export default defineServerPlugin(manifest, {
  provides: [Workflows],
  bindings(container) {
    container.bind(Workflows).toSelf();
    container.bind(StatusGate).toSelf();
  },
  activate({ get, implement, tap }) {
    const workflows = get(Workflows);
    const gate = get(StatusGate);
    implement(workflowsApi, workflowsHandlers(workflows));
    implement(projectWorkflowApi, projectWorkflowHandlers(workflows));

    const items = get(ItemsHooks);
    tap(items.statuses, (context, _, projectId) => gate.statuses(context, projectId));
    tap(items.visibleStatuses, (context, _, projectId) => gate.visible(context, projectId));
    tap(items.statusPermitting, (context, change) => gate.permits(context, change));
    tap(items.statusChanging, (context, change) => gate.unfinished(context, change));
    tap(items.starting, (context, usual, item) => gate.started(context, usual, item));
    tap(get(ProjectsHooks).creating, (_, draft) => {
      const known = workflows.all.map(each => each.id);
      return draft.workflow_id === undefined || draft.workflow_id === null || known.includes(draft.workflow_id) ? undefined : invalidField('workflow_id', `must be one of ${known.join(', ')}`);
    });
  },
});
