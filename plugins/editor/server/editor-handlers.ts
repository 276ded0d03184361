import type { Handlers } from '#core/api/server/index.ts';
import type { Items } from '#plugins/items/server/kit/index.ts';
import type { editorApi } from '../common/api.ts';
import type { Saved } from '../common/api.ts';
import type { Annotations } from './annotations.ts';
import type { OpenedItems } from './opened-items.ts';

const answer = ({ revision, replayed, status }: { readonly revision: number; readonly replayed: boolean; readonly status: number }): Saved => ({ revision, status, ...(replayed ? { replayed } : {}) });

/** Handlers of the editor's calls. */
export function editorHandlers(opened: OpenedItems, items: Items, annotations: Annotations): Handlers<typeof editorApi> {
  return {
    openItem: ({ params }, context) => opened.open(context, params.project_id, params.item_id),
    async saveAnnotation({ params, body }, context) {
      const item = await items.get(context, params.item_id, params.project_id);
      return answer(await annotations.put(context, item, body.data, { op: body.op, base: body.base }));
    },
    async getAnnotation({ params }, context) {
      const { document, revision } = await annotations.byId(context, params.project_id, params.item_id);
      return { document, revision };
    },
    async listVersions({ params }, context) {
      const data = await annotations.versions(context, await items.get(context, params.item_id, params.project_id));
      return { data: [...data], count: data.length };
    },
    async getVersion({ params }, context) {
      const item = await items.get(context, params.item_id, params.project_id);
      return { document: await annotations.version(context, item, params.revision), revision: params.revision };
    },
    restoreVersion: async ({ params, body }, context) => answer(await opened.restore(context, params.project_id, params.item_id, params.revision, body)),
  };
}
