import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import type { PlaceContext } from '#core/commands/common/index.ts';
import { defineWebPlugin, NavigationToken } from '#core/kernel/web/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectedItems } from '#plugins/workspace/items/web/kit/index.ts';
import manifest from '../manifest.ts';
import { selectionLimit } from '../common/export-api.ts';
import { transferEvents } from '../common/events.ts';
import { RowDialogs } from './rows/row-dialogs.ts';
import { TransferClient } from './transfer-client.ts';
import { TransferDialogs } from './transfer-dialogs.ts';

export default defineWebPlugin(manifest, {
  bindings(container) {
    container.bind(TransferClient).toSelf();
    container.bind(TransferDialogs).toSelf();
    container.bind(RowDialogs).toSelf();
  },
  activate({ get, page, panel, command, tap, hooks, own }) {
    const dialogs = get(TransferDialogs);
    const projects = get(ProjectStore);
    const navigation = get(NavigationToken);
    const queries = get(QueryClient);
    const events = get(EventStream);

    const rows = get(RowDialogs);

    page('downloads', () => import('./pages/downloads-page.tsx'));
    panel('rows', () => import('./rows/rows-panel.tsx'));

    const inProject = (): boolean => projects.state.project !== undefined;
    const show = (): number => {
      const { id, team_id: team } = projects.state.project!;
      navigation.go(`/t/${team}/p/${id}/downloads`);
      return id;
    };
    // Elsewhere in a project the chord belongs to what is new there.
    command('newExport', () => dialogs.draft({ projectId: show() }), () => inProject() && navigation.path.endsWith('/downloads'));
    command('importAnnotations', () => dialogs.import(show()), inProject);
    command('downloadSelection', async ({ selection }: PlaceContext) => {
      const projectId = projects.state.project!.id;
      // One more than a download takes, so that its form can say that they are too many.
      const itemIds = await get(SelectedItems).ids(projectId, selection as Selection, selectionLimit + 1);
      dialogs.draft({ projectId: show(), itemIds });
    }, inProject);

    const ofForm = (): boolean => projects.state.project?.type === MULTIMODAL;
    const inData = (): boolean => ofForm() && /\/data(\/f\/\d+)?$/.test(navigation.path);
    const place = ({ folderId }: PlaceContext): { readonly projectId: number; readonly folderId: number | undefined } => ({ projectId: projects.state.project!.id, folderId: (folderId as number | undefined) ?? folderOf(navigation.path) });
    command('importRows', (context: PlaceContext) => rows.open('import', place(context)), inData);
    command('generateItems', (context: PlaceContext) => rows.open('generate', place(context)), inData);
    tap(hooks.menu.for('items.sources'), items => (ofForm() ? undefined : items.filter(each => each.id !== 'exchange.importRows' && each.id !== 'exchange.generateItems')));

    own(events.on(transferEvents.rowsChanged, () => void queries.invalidateQueries({ queryKey: ['exchange', 'rows'] })));
    own(events.on(transferEvents.exportsChanged, () => void queries.invalidateQueries({ queryKey: ['exchange', 'exports'] })));
    own(events.on(transferEvents.importsChanged, () => void queries.invalidateQueries({ queryKey: ['exchange', 'import'] })));
  },
});

/** Number of the project type that has a form (spec 1). */
const MULTIMODAL = 8;

/** The folder a page of the data tab shows; undefined for the whole project. */
function folderOf(path: string): number | undefined {
  const found = /\/data\/f\/(\d+)$/.exec(path)?.[1];
  return found === undefined ? undefined : Number(found);
}
