import { QueryClient } from '@tanstack/react-query';
import { client, Transport } from '#core/api/web/index.ts';
import { defineWebPlugin } from '#core/kernel/web/index.ts';
import { ItemsWebHooks } from '#plugins/items/web/kit/index.ts';
import manifest from '../manifest.ts';
import { customMetadataApi } from '../common/api.ts';
import { filterFieldsOf } from './filter-fields.ts';

export default defineWebPlugin(manifest, {
  activate({ get, page, tap }) {
    page('fields', () => import('./pages/fields-page.tsx'));
    const api = client(customMetadataApi, get(Transport));
    tap(get(ItemsWebHooks).filterFields, async ({ projectId }, fields) => [...fields, ...filterFieldsOf(await api.getFields({ query: { project_id: projectId } }))]);
    // A screen may have asked before this plugin was there.
    void get(QueryClient).invalidateQueries({ queryKey: ['items', 'filter-fields'] });
  },
});
