import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import type { PlaceContext } from '#core/commands/common/index.ts';
import { defineWebHalf, NavigationToken } from '#core/kernel/web/index.ts';
import { ExchangeWebHooks } from '#plugins/exchange/exchange/web/kit/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import { rowEvents } from '../common/events.ts';
import manifest from '../manifest.ts';
import type { RowPlace } from './row-dialogs.ts';
import { RowDialogs } from './row-dialogs.ts';
import { RowsClient } from './rows-client.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(RowsClient).toSelf();
    container.bind(RowDialogs).toSelf();
  },
  activate({ get, panel, command, tap, hooks, own }) {
    const projects = get(ProjectStore);
    const navigation = get(NavigationToken);
    const dialogs = get(RowDialogs);
    panel('rows', () => import('./rows-panel.tsx'));

    const hasForm = (): boolean => projects.state.project?.type === ProjectType.Multimodal;
    const inData = (): boolean => hasForm() && /\/data(\/f\/\d+)?$/.test(navigation.path);
    const placeOf = ({ folderId }: PlaceContext): RowPlace => ({
      projectId: projects.state.project!.id,
      folderId: (folderId as number | undefined) ?? folderOf(navigation.path),
    });
    command('importRows', (context: PlaceContext) => dialogs.open('import', placeOf(context)), inData);
    command('generateItems', (context: PlaceContext) => dialogs.open('generate', placeOf(context)), inData);
    tap(hooks.menu.for('items.sources'), items =>
      hasForm() ? undefined : items.filter(each => !each.id.startsWith(`${manifest.id}.`)),
    );
    tap(get(ExchangeWebHooks).formats, ([first, ...others], type) =>
      type === ProjectType.Multimodal ? [first!, 'csv', 'jsonl', ...others] : undefined,
    );
    own(
      get(EventStream).on(
        rowEvents.rowsChanged,
        () => void get(QueryClient).invalidateQueries({ queryKey: ['form-rows', 'rows'] }),
      ),
    );
  },
});

/** Returns the folder that a page of the data tab shows; undefined for all of the project. */
function folderOf(path: string): number | undefined {
  const found = /\/data\/f\/(\d+)$/.exec(path)?.[1];
  return found === undefined ? undefined : Number(found);
}
