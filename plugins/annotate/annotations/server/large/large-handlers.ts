import type { Handlers } from '#core/api/server/index.ts';
import type { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { largeDocumentApi } from '../../common/large/large-api.ts';
import type { LargeDocuments } from './large-documents.ts';
import type { ObjectReader } from './object-reader.ts';
import type { ObjectSaves } from './object-saves.ts';

/** Services of the calls for large documents. */
export interface LargeServices {
  readonly large: LargeDocuments;
  readonly reader: ObjectReader;
  readonly saves: ObjectSaves;
  readonly items: Items;
}

/** Handlers of the calls for large documents. */
export function largeHandlers({ large, reader, saves, items }: LargeServices): Handlers<typeof largeDocumentApi> {
  return {
    async getObjectCell({ params: { project_id: projectId, item_id: itemId, ...cell } }, context) {
      const { item, revision } = await large.prepared(context, projectId, itemId);
      return { revision, ...(await reader.cell(context, item, cell)) };
    },
    async listObjects({ params, query }, context) {
      const { item } = await large.prepared(context, params.project_id, params.item_id);
      return reader.list(context, item, query);
    },
    async readObjects({ params, body }, context) {
      const { item, revision } = await large.prepared(context, params.project_id, params.item_id);
      return { revision, objects: await reader.byIds(context, item, body.ids) };
    },
    async saveObjects({ params, body }, context) {
      const item = await items.get(context, params.item_id, params.project_id);
      const { revision, replayed, status, statusBefore } = await saves.save(context, item, body);
      return { revision, status, status_before: statusBefore, ...(replayed ? { replayed } : {}) };
    },
  };
}
