import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf, NavigationToken } from '#core/kernel/web/index.ts';
import { editorEvents } from '#plugins/annotate/annotations/common/index.ts';
import { itemsEvents } from '#plugins/workspace/items/common/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { ItemPageClient } from './item-page-client.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(ItemPageClient).toSelf(),
  activate({ get, page, command, own }) {
    const projects = get(ProjectStore);
    const queries = get(QueryClient);
    const events = get(EventStream);
    page('details', () => import('./pages/details-page.tsx'));
    command(
      'open',
      argument => {
        const itemId = (argument as { readonly itemIds?: readonly number[] } | undefined)?.itemIds?.[0];
        const project = projects.state.project;
        if (itemId !== undefined && project !== undefined)
          get(NavigationToken).go(`/t/${project.team_id}/p/${project.id}/item/${itemId}/details`);
      },
      () => projects.state.project !== undefined,
    );
    const refresh = (): void => void queries.invalidateQueries({ queryKey: ['item-details'] });
    for (const event of [itemsEvents.changed, editorEvents.annotationSaved, editorEvents.annotationsSaved])
      own(events.on(event as typeof itemsEvents.changed, refresh));
  },
});
