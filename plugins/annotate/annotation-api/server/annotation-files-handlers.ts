import { setImmediate } from 'node:timers/promises';
import { inTurns, serializing } from '#core/base/common/index.ts';
import type { Handlers } from '#core/api/server/index.ts';
import { readJson, streamReply } from '#core/api/server/index.ts';
import type { annotationFilesApi } from '../common/annotation-files-api.ts';
import type { AnnotationAddresses } from './annotation-addresses.ts';
import type { AnnotationDownloads } from './annotation-downloads.ts';
import type { AnnotationRemovals } from './annotation-removals.ts';
import type { AnnotationUploads } from './annotation-uploads.ts';

/** Handlers of the main service: deleting annotations, and addresses of files. */
export function annotationFilesHandlers(
  removals: AnnotationRemovals,
  addresses: AnnotationAddresses,
  downloads: AnnotationDownloads,
  uploads: AnnotationUploads,
): Handlers<typeof annotationFilesApi> {
  return {
    async clearAnnotations({ query, body }, context) {
      return {
        poll_id: await removals.remove(context, query.project_id, query.folder_id, body?.image_names ?? undefined),
      };
    },
    async clearingProgress({ query }, context) {
      return { process: await removals.progress(context, query.project_id, query.poll_id) };
    },
    async downloadAddresses({ params, query }, context) {
      const { original, lores, annotation, mask } = await addresses.of(context, query.project_id, params.item_id);
      return {
        original: { url: original, headers: {} },
        lores: { url: lores, headers: {} },
        annotations: {
          MAIN: [
            {
              annotation_json_path: { url: annotation, headers: {} },
              ...(mask === null ? {} : { annotation_bluemap_path: { url: mask, headers: {} } }),
            },
          ],
        },
      };
    },
    async uploadAddress({ params, query }, context) {
      const url = await addresses.toUpload(context, query.project_id, params.item_id);
      return {
        annotation_json_path: {
          filePath: `annotations/${params.item_id}.json`,
          method: 'PUT',
          url,
          headers: { 'Content-Type': 'application/json' },
        },
      };
    },
    async putAnnotationFile({ params, query, stream }, context) {
      // The ticket comes before the body: bytes of who has none are not parsed.
      const { context: own, ticket } = await addresses.open(params.ticket, query, 'write', context.signal);
      return {
        id: ticket.itemId,
        etag: await uploads.one(own, ticket.projectId, {
          itemId: ticket.itemId,
          document: await readJson(stream),
          overwrite: true,
          etag: undefined,
        }),
      };
    },
    async annotationFile({ params, query }, context) {
      const opened = await addresses.open(params.ticket, query, 'read', context.signal);
      const { projectId, itemId } = opened.ticket;
      const document = await downloads.one(opened.context, projectId, itemId, undefined, true);
      return streamReply(Buffer.from(await inTurns(serializing(document), setImmediate)), {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      });
    },
  };
}
