import { QueryClient } from '@tanstack/react-query';
import { throttle } from '#core/base/common/index.ts';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebPlugin, NavigationToken } from '#core/kernel/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import { ProjectStore } from '#plugins/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { itemsEvents } from '../common/events.ts';
import { ItemCopying } from './copying/item-copying.ts';
import { DataDialogs } from './data-dialogs.ts';
import { DataViewStore } from './data-view-store.ts';
import { ItemActions } from './item-actions.ts';
import { ItemsClient } from './items-client.ts';
import { ItemsWebHooks } from './kit/index.ts';
import { SelectionStore } from './selection-store.ts';
import { UploadPlanner } from './uploading/upload-plan.ts';
import { UploadQueue } from './uploading/upload-queue.ts';

export default defineWebPlugin(manifest, {
  provides: [ItemsWebHooks],
  bindings(container) {
    for (const service of [ItemsClient, ItemsWebHooks, ItemActions, ItemCopying, SelectionStore, DataDialogs, DataViewStore, UploadQueue, UploadPlanner]) container.bind(service as never).to(service as never);
  },
  activate({ get, page, command, own }) {
    const queries = get(QueryClient);
    const events = get(EventStream);
    const selection = get(SelectionStore);
    const dialogs = get(DataDialogs);
    const actions = get(ItemActions);
    const queue = get(UploadQueue);

    page('data', () => import('./pages/data-page.tsx'));
    page('folder', () => import('./pages/data-page.tsx'));
    page('deleted', () => import('./pages/deleted-page.tsx'));

    const shown = (): boolean => selection.list !== undefined;
    const chosen = (): boolean => selection.list !== undefined && selection.targets().length > 0;
    command('upload', () => queue.open(true), shown);
    command('attachUrls', () => dialogs.attach(true), () => shown() && get(ProjectStore).state.project?.upload_state !== 2);
    command('newFolder', () => dialogs.folder('new'), shown);
    command('assign', () => dialogs.assign(selection.targets()), chosen);
    command('copy', () => get(ItemCopying).ask(selection.targets()), chosen);
    command('remove', () => actions.remove(selection.list!.projectId, selection.targets()), chosen);
    command('selectAll', () => selection.all(), shown);
    command('pin', async () => {
      const { projectId } = selection.list!;
      const ids = selection.targets();
      const { data } = await get(ItemsClient).items.listItems({ params: { project_id: projectId }, query: { pinned: true, limit: 500 } });
      await actions.pin(projectId, ids, !ids.every(id => data.some(each => each.id === id)));
    }, chosen);
    command('nextUnfinished', async () => {
      const { projectId, folderId } = selection.list!;
      const { data } = await get(ItemsClient).items.listItems({ params: { project_id: projectId }, query: { ...(folderId === undefined ? {} : { folder_id: folderId }), status: [1, 2, 4], limit: 1 } });
      const project = get(ProjectStore).state.project;
      if (data[0] === undefined || project === undefined) toast('Everything here is done.');
      else get(NavigationToken).go(`/t/${project.team_id}/p/${projectId}/item/${data[0].id}?from=data`);
    }, shown);

    // An upload of thousands tells thousands of changes; the screen asks again at most every second and a half.
    const refresh = throttle(() => {
      void queries.invalidateQueries({ queryKey: ['items'] });
      // The first files decide where those of the project lie.
      if (get(ProjectStore).state.project?.upload_state === 1) void queries.invalidateQueries({ queryKey: ['projects', 'project'] });
    }, 1500);
    own(refresh);
    own(events.on(itemsEvents.changed, refresh));
    own(events.on(itemsEvents.foldersChanged, refresh));
    own(queue);
  },
});
