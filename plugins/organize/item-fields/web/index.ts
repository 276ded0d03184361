import { QueryClient } from '@tanstack/react-query';
import { client, Transport } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import type { PlaceContext } from '#core/commands/common/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import manifest from '../manifest.ts';
import { customMetadataApi } from '../common/api.ts';
import { MetadataDialogStore } from './metadata-dialog-store.ts';
import { filterFieldsOf } from './filter-fields.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(MetadataDialogStore).toSelf(),
  activate({ get, page, panel, command, tap }) {
    page('fields', () => import('./pages/fields-page.tsx'));
    panel('fill', () => import('./panels/metadata-dialog.tsx'));
    panel('fillFound', () => import('./panels/metadata-dialog.tsx'));
    command('fill', ({ selection }: PlaceContext) => get(MetadataDialogStore).ask(selection as Selection));
    const api = client(customMetadataApi, get(Transport));
    tap(get(ItemsWebHooks).filterFields, async ({ projectId }, fields) => [
      ...fields,
      ...filterFieldsOf(await api.getFields({ query: { project_id: projectId } })),
    ]);
    // A screen may have asked before this plugin was there.
    void get(QueryClient).invalidateQueries({ queryKey: itemKeys.filterFields });
  },
});
