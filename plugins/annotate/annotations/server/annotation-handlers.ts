import { notFound } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import type { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { annotationDocumentApi } from '../common/api.ts';
import type { Saved } from '../common/api.ts';
import { applyPatches } from '../common/edits.ts';
import type { largeDocumentApi } from '../common/large/large-api.ts';
import { maskField } from '../common/mask-facts.ts';
import type { AnnotationRights } from './annotation-rights.ts';
import type { AnnotationVersions } from './annotation-versions.ts';
import type { AnnotationWriter } from './annotation-writer.ts';
import type { Annotations } from './annotations.ts';
import type { ContributorLimits } from './contributor-limits.ts';
import type { LargeDocuments } from './large/large-documents.ts';
import type { Masks } from './masks.ts';
import type { OpenedItems } from './opened-items.ts';
import { readPatches } from './saved-patches.ts';

const answer = ({
  revision,
  replayed,
  status,
  statusBefore,
}: {
  readonly revision: number;
  readonly replayed: boolean;
  readonly status: number;
  readonly statusBefore: number;
}): Saved => ({ revision, status, status_before: statusBefore, ...(replayed ? { replayed } : {}) });

/** Services of the editor's calls. */
export interface EditorServices {
  readonly opened: OpenedItems;
  readonly items: Items;
  readonly annotations: Annotations;
  readonly versions: AnnotationVersions;
  readonly writer: AnnotationWriter;
  readonly rights: AnnotationRights;
  readonly masks: Masks;
  readonly limits: ContributorLimits;
  readonly large: LargeDocuments;
}

/** Handlers of the editor's calls. */
export function annotationHandlers({
  opened,
  items,
  annotations,
  versions,
  writer,
  rights,
  masks,
  limits,
  large,
}: EditorServices): Omit<Handlers<typeof annotationDocumentApi>, keyof Handlers<typeof largeDocumentApi>> {
  return {
    openItem: ({ params }, context) => opened.open(context, params.project_id, params.item_id),
    async saveAnnotation({ params, body }, context) {
      const place = { projectId: params.project_id, itemId: params.item_id };
      return answer(await writer.save(context, place, body.data, { op: body.op, base: body.base }));
    },
    async saveEdits({ params, body: { op, base, patches } }, context) {
      const place = { projectId: params.project_id, itemId: params.item_id };
      const edits = readPatches(patches);
      const { document } = await annotations.byId(context, place.projectId, place.itemId);
      const edited = applyPatches(await limits.shown(context, place.projectId, document), edits);
      return answer(await writer.save(context, place, edited, { op, base }));
    },
    async saveMask({ params, stream }, context) {
      try {
        await rights.demandWrite(context, await items.get(context, params.item_id, params.project_id));
        return { mask: (await masks.take(context, stream)).hash };
      } finally {
        // What is left of a refused file is read away, so that the client gets its answer instead of a broken
        // connection.
        stream.resume();
      }
    },
    async getMask({ params, query }, context) {
      const item = await items.get(context, params.item_id, params.project_id);
      const document =
        query.revision === undefined
          ? (await annotations.of(context, item)).document
          : await versions.get(context, item, query.revision);
      const mask = await masks.read(context, document[maskField]);
      if (mask === undefined) throw notFound('The mask');
      return streamReply(mask, { 'content-type': 'image/png', 'cache-control': 'no-store' });
    },
    async getAnnotation({ params }, context) {
      const { document, revision } = await annotations.byId(context, params.project_id, params.item_id);
      return { document: await limits.shown(context, params.project_id, document), revision };
    },
    async listVersions({ params }, context) {
      const data = await versions.list(context, await items.get(context, params.item_id, params.project_id));
      return { data: [...data], count: data.length };
    },
    async getVersion({ params }, context) {
      const item = await items.get(context, params.item_id, params.project_id);
      await large.demandWhole(context, item, params.revision);
      const document = await versions.get(context, item, params.revision);
      return {
        document: await limits.shown(context, params.project_id, document),
        revision: params.revision,
        mask: (await masks.address(context, document, item.name)) ?? null,
      };
    },
    restoreVersion: async ({ params, body }, context) =>
      answer(await opened.restore(context, params.project_id, params.item_id, params.revision, body)),
  };
}
