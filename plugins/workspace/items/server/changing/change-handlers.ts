import type { Handlers } from '#core/api/server/index.ts';
import type { copyOrMoveApi } from '../../common/copy-or-move-api.ts';
import type { itemChangeApi } from '../../common/change-api.ts';
import type { CopyOrMovePreview } from './copy-or-move-preview.ts';
import type { BulkChanges } from './bulk-changes.ts';
import type { ChangeRecords } from './change-records.ts';

/** Calls that change many items, and take that back. */
export function changeHandlers(changes: BulkChanges, records: ChangeRecords): Handlers<typeof itemChangeApi> {
  return {
    changeItems: ({ params, body }, context) => changes.change(context, params.project_id, body.selection, body.change),
    previewItemChange: ({ params, body }, context) =>
      changes.preview(context, params.project_id, body.selection, body.change),
    undoItemChange: ({ params }, context) => changes.undo(context, params.project_id, params.change_id),
    getItemChange: async ({ params }, context) =>
      changes.view(context, await records.get(context, params.project_id, params.change_id)),
    async listItemChanges({ query }, context) {
      const { rows, count } = await records.list(context, query);
      const data = [];
      for (const row of rows) data.push(await changes.view(context, row));
      return { data, count };
    },
  };
}

/** Calls that copy and move many items. */
export function copyOrMoveHandlers(changes: BulkChanges, preview: CopyOrMovePreview): Handlers<typeof copyOrMoveApi> {
  return {
    bringItems: ({ params, body: { selection, ...request } }, context) =>
      changes.copyOrMove(context, params.project_id, selection, request),
    previewBringing: ({ params, body }, context) => preview.of(context, params.project_id, body.selection, body),
  };
}
