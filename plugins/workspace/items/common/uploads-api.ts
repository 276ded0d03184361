import { BYTES, defineApi, id, z } from '#core/api/common/index.ts';
import { listedItem } from './item.ts';

const inProject = z.strictObject({ project_id: id });
const ofUpload = z.strictObject({
  project_id: id,
  upload_id: z.string().regex(/^[0-9a-f]{32}$/, 'is not the id of an upload'),
});

/** Bytes the browser sends with one request; smaller files travel with the request that announces them. */
export const uploadChunkBytes = 8 * 1024 * 1024;

/** Hours after which an upload that was not finished is forgotten. */
export const uploadHours = 24;

/** Bytes a manifest of addresses may have. */
export const manifestLimit = 2 * 1024 ** 3;

/** Bytes an archive may have. */
export const archiveLimit = 20 * 1024 ** 3;

/** Result of a file: an item, nothing because its name is taken, or a job that unpacks the archive it is. */
export const uploadOutcome = z.union([
  z.object({ status: z.enum(['created', 'replaced', 'skipped']), item: listedItem }),
  z.object({ status: z.literal('unpacking'), job_id: z.string() }),
]);
/** Result of unpacking an archive, or of attaching the addresses of a manifest. */
export const unpackResult = z.object({
  /** Of the archive; jobs of earlier versions did not keep it. */
  name: z.string().optional(),
  created: z.int(),
  replaced: z.int(),
  /** Images whose name was taken. */
  skipped: z.int(),
  /** Files that are no images by their name. */
  ignored: z.int(),
  failed_count: z.int(),
  /** The first thousand that failed, each with its reason. */
  failed: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type UnpackResult = z.output<typeof unpackResult>;

export type UploadOutcome = z.output<typeof uploadOutcome>;

/**
 * Uploads that go on where they were cut off: the tus protocol 1.0 (creation, creation-with-upload, termination,
 * expiration). With the last byte the file becomes an item, and the answer is an `uploadOutcome`.
 */
export const uploadsApi = defineApi({
  service: 'main',
  operations: {
    createUpload: {
      method: 'POST',
      path: '/api/v1/project/:project_id/uploads',
      summary: 'Announce a file by its Upload-Length (tus); its first bytes may come along',
      access: 'UploadItem',
      project: 'params.project_id',
      status: 201,
      params: inProject,
      query: z.strictObject({
        folder_id: id.optional(),
        name: z.string().max(1000),
        on_duplicate: z.enum(['skip', 'replace']).default('skip'),
        /** An archive whose files go into one folder or into folders, or a manifest of addresses to attach. */
        unpack: z.enum(['flat', 'folders', 'addresses']).optional(),
      }),
      body: BYTES,
      bodyLimit: 512 * 1024 * 1024,
      bodyReason: 'A part of a file',
      reply: BYTES,
    },
    readUpload: {
      method: 'GET',
      path: '/api/v1/project/:project_id/uploads/:upload_id',
      summary: 'How many bytes have arrived, as the header Upload-Offset (tus; HEAD as well)',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofUpload,
      reply: BYTES,
    },
    continueUpload: {
      method: 'PATCH',
      path: '/api/v1/project/:project_id/uploads/:upload_id',
      summary: 'The bytes behind Upload-Offset (tus)',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofUpload,
      body: BYTES,
      bodyLimit: 512 * 1024 * 1024,
      bodyReason: 'A part of a file',
      reply: BYTES,
    },
    cancelUpload: {
      method: 'DELETE',
      path: '/api/v1/project/:project_id/uploads/:upload_id',
      summary: 'Forget an upload and what has arrived of it (tus)',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofUpload,
      reply: BYTES,
    },
    finishUpload: {
      method: 'POST',
      path: '/api/v1/project/:project_id/uploads/:upload_id/finish',
      summary: 'What became of a file all of whose bytes have arrived; for who did not get the answer',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofUpload,
      reply: uploadOutcome,
    },
  },
});
