import type { Handlers } from '#core/api/server/index.ts';
import type { uploadsApi } from '../common/uploads-api.ts';
import type { ResumableUploads } from './resumable-uploads.ts';

/** Calls of the tus protocol. */
export function uploadsHandlers(uploads: ResumableUploads): Handlers<typeof uploadsApi> {
  return {
    createUpload: ({ params, query, ...call }, context) =>
      uploads.create(
        context,
        {
          projectId: params.project_id,
          folderId: query.folder_id,
          name: query.name,
          onDuplicate: query.on_duplicate,
          unpack: query.unpack,
        },
        call,
      ),
    readUpload: ({ params, ...call }, context) => uploads.read(context, params.project_id, params.upload_id, call),
    continueUpload: ({ params, ...call }, context) =>
      uploads.continue(context, params.project_id, params.upload_id, call),
    cancelUpload: ({ params, ...call }, context) => uploads.cancel(context, params.project_id, params.upload_id, call),
    finishUpload: ({ params }, context) => uploads.finish(context, params.project_id, params.upload_id),
  };
}
