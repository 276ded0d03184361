import { QueryClient } from '@tanstack/react-query';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ItemsWebHooks } from '#plugins/workspace/items/web/kit/index.ts';
import manifest from '../manifest.ts';
import { MissingValues } from './existing-items/missing-values.ts';
import { messages } from './messages.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(MissingValues).toSelf(),
  activate({ get, panel, tap }) {
    panel('existingItems', () => import('./existing-items/existing-items-dialog.tsx'));
    tap(get(ItemsWebHooks).filterFields, async ({ projectId }, fields) => [
      ...fields,
      { name: 'has_annotations', title: messages.plugin.hasAnnotations, kind: 'flag' },
      { name: 'open_comments', title: messages.plugin.openComments, kind: 'number' },
      ...(await get(MissingValues).filterFields(projectId)),
    ]);
    // A screen may have asked before this plugin was there.
    void get(QueryClient).invalidateQueries({ queryKey: itemKeys.filterFields });
  },
});
