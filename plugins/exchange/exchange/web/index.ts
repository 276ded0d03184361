import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import type { PlaceContext } from '#core/commands/common/index.ts';
import { defineWebHalf, NavigationToken } from '#core/kernel/web/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectedItems } from '#plugins/workspace/items/web/kit/index.ts';
import manifest from '../manifest.ts';
import { selectionLimit } from '../common/export-api.ts';
import { transferEvents } from '../common/events.ts';
import { ExchangeWebHooks } from './kit/exchange-web-hooks.ts';
import { TransferClient } from './transfer-client.ts';
import type { ExportDraft } from './transfer-dialogs.ts';
import { TransferDialogs } from './transfer-dialogs.ts';

export default defineWebHalf(manifest, {
  provides: [ExchangeWebHooks],
  bindings(container) {
    container.bind(ExchangeWebHooks).toSelf();
    container.bind(TransferClient).toSelf();
    container.bind(TransferDialogs).toSelf();
  },
  activate({ get, page, panel, command, own }) {
    const dialogs = get(TransferDialogs);
    const projects = get(ProjectStore);
    const navigation = get(NavigationToken);
    const queries = get(QueryClient);
    const events = get(EventStream);

    page('downloads', () => import('./pages/downloads-page.tsx'));
    panel('import', () => import('./import-panel.tsx'));

    const inProject = (): boolean => projects.state.project !== undefined;
    const show = (): number => {
      const { id, team_id: team } = projects.state.project!;
      navigation.go(`/t/${team}/p/${id}/downloads`);
      return id;
    };
    // Elsewhere in a project the chord belongs to what is new there.
    command(
      'newExport',
      () => dialogs.draft({ projectId: show() }),
      () => inProject() && navigation.path.endsWith('/downloads'),
    );
    // The data page shows the dialog itself; every other page of the project leads to this plugin's own.
    command(
      'importAnnotations',
      ({ folderId }: PlaceContext) =>
        dialogs.import({
          projectId: /\/data(\/f\/\d+)?$/.test(navigation.path) ? projects.state.project!.id : show(),
          folderId: folderId as number | undefined,
        }),
      inProject,
    );
    command(
      'downloadSelection',
      async ({ selection }: PlaceContext) => {
        const projectId = projects.state.project!.id;
        // One more than a download takes, so that its form can say that they are too many.
        const itemIds = await get(SelectedItems).ids(projectId, selection as Selection, selectionLimit + 1);
        dialogs.draft({ projectId: show(), itemIds });
      },
      inProject,
    );

    command(
      'exportVersion',
      ({ version }: PlaceContext) =>
        dialogs.draft({ projectId: show(), version: version as NonNullable<ExportDraft['version']> }),
      inProject,
    );

    own(
      events.on(
        transferEvents.exportsChanged,
        () => void queries.invalidateQueries({ queryKey: ['exchange', 'exports'] }),
      ),
    );
    own(
      events.on(
        transferEvents.importsChanged,
        () => void queries.invalidateQueries({ queryKey: ['exchange', 'import'] }),
      ),
    );
  },
});
