import { EventStream } from '#core/api/web/index.ts';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { ItemsWebHooks } from '#plugins/items/web/kit/index.ts';
import { projectsEvents } from '#plugins/projects/common/events.ts';
import manifest from '../manifest.ts';
import { WorkflowClient } from './kit/index.ts';
import { statusesOf, targetsOf } from './status-targets.ts';

export default defineWebPlugin(manifest, {
  provides: [WorkflowClient],
  bindings(container) {
    container.bind(WorkflowClient).toSelf();
  },
  activate({ get, tap, own }) {
    const workflows = get(WorkflowClient);
    const items = get(ItemsWebHooks);
    const events = get(EventStream);
    tap(items.statuses, async ({ projectId }) => statusesOf(await workflows.of(projectId)));
    tap(items.targets, async ({ projectId }, _, from) => targetsOf(await workflows.of(projectId), from));
    own(events.on(projectsEvents.changed, () => workflows.forget()));
    own(events.on(projectsEvents.contributorsChanged, () => workflows.forget()));
  },
});
