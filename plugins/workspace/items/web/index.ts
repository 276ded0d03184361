import { QueryClient } from '@tanstack/react-query';
import { throttle } from '#core/base/common/index.ts';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf, NavigationToken } from '#core/kernel/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import { projectKeys } from '#plugins/workspace/projects/common/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import { itemKeys } from '../common/query-keys.ts';
import manifest from '../manifest.ts';
import { itemsEvents } from '../common/events.ts';
import { DataDialogs } from './data-dialogs.ts';
import { DataViewStore } from './data-view-store.ts';
import { ItemsClient } from './items-client.ts';
import { ItemActions } from './item-actions.ts';
import { ItemsWebHooks } from './kit/items-web-hooks.ts';
import { messages } from './messages.ts';
import { SelectedItems } from './selected-items.ts';
import { SelectionStore } from './selection-store.ts';
import { UploadPlanner } from './uploading/upload-plan.ts';
import { UploadQueue } from './uploading/upload-queue.ts';

export default defineWebHalf(manifest, {
  provides: [ItemsWebHooks, ItemActions, SelectedItems, SelectionStore, DataDialogs, DataViewStore, ItemsClient],
  bindings(container) {
    for (const service of [
      ItemsClient,
      ItemsWebHooks,
      ItemActions,
      SelectedItems,
      SelectionStore,
      DataDialogs,
      DataViewStore,
      UploadQueue,
      UploadPlanner,
    ])
      container.bind<object>(service).toSelf();
  },
  activate({ get, page, panel, command, own }) {
    const queries = get(QueryClient);
    const events = get(EventStream);
    const selection = get(SelectionStore);
    const dialogs = get(DataDialogs);
    const actions = get(ItemActions);
    const queue = get(UploadQueue);

    page('data', () => import('./pages/data-page.tsx'));
    page('folder', () => import('./pages/data-page.tsx'));
    page('deleted', () => import('./pages/deleted-page.tsx'));
    panel('changeResult', () => import('./changing/change-result.tsx'));
    panel('bringResult', () => import('./changing/change-result.tsx'));
    panel('unpackResult', () => import('./uploading/unpack-result.tsx'));
    panel('manifestResult', () => import('./uploading/unpack-result.tsx'));
    panel('undoResult', () => import('./changing/change-result.tsx'));

    const shown = (): boolean => selection.filter !== undefined;
    const chosen = (): boolean => selection.list !== undefined && selection.targets() !== undefined;
    command('upload', () => queue.open(true), shown);
    command(
      'attachUrls',
      () => dialogs.attach(true),
      () => shown() && get(ProjectStore).state.project?.upload_state !== 2,
    );
    command('newFolder', () => dialogs.folder('new'), shown);
    command('assign', () => dialogs.assign(selection.targets()), chosen);
    command('copy', () => dialogs.copy(selection.targets()), chosen);
    command('remove', () => actions.remove(selection.list!.projectId, selection.targets()!), chosen);
    command(
      'selectAll',
      () => selection.all(),
      () => selection.list !== undefined,
    );
    command(
      'pin',
      async () => {
        const { projectId } = selection.list!;
        const targets = selection.targets()!;
        await actions.change(projectId, targets, {
          kind: 'pin',
          value: !(await get(SelectedItems).allPinned(projectId, targets)),
        });
      },
      chosen,
    );
    command('priority', () => dialogs.priority(selection.targets()), chosen);
    command(
      'nextUnfinished',
      async () => {
        const { projectId } = selection.list!;
        const folderId = selection.filter?.folder_id;
        const { data } = await get(ItemsClient).items.listItems({
          params: { project_id: projectId },
          query: { ...(folderId === undefined ? {} : { folder_id: folderId }), status: [1, 2, 4], limit: 1 },
        });
        const project = get(ProjectStore).state.project;
        if (data[0] === undefined || project === undefined) toast(messages.plugin.everythingHereIsDone);
        else get(NavigationToken).go(`/t/${project.team_id}/p/${projectId}/item/${data[0].id}?from=data`);
      },
      shown,
    );

    // An upload of thousands reports thousands of changes; the screen asks again at most every second and a half.
    const refresh = throttle(() => {
      void queries.invalidateQueries({ queryKey: itemKeys.all });
      // The first files decide where those of the project lie.
      if (get(ProjectStore).state.project?.upload_state === 1)
        void queries.invalidateQueries({ queryKey: projectKeys.details });
    }, 1500);
    own(refresh);
    own(events.on(itemsEvents.changed, refresh));
    own(events.on(itemsEvents.foldersChanged, refresh));
    own(queue);
  },
});
