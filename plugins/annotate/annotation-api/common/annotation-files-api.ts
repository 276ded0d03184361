import { BYTES, defineApi, id, z } from '#core/api/common/index.ts';

const MEBIBYTE = 1024 * 1024;
const ofItem = z.strictObject({ item_id: id });

/** Deleting annotations and addresses of files and annotations. */
export const annotationFilesApi = defineApi({
  service: 'main',
  operations: {
    clearAnnotations: {
      method: 'POST',
      path: '/annotations/remove',
      summary: 'Delete the annotations of items of a folder, or of all of them, and put the items back to the start',
      access: 'ApplyItemAnnotationRevert',
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'The names of 5000 items',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id, folder_id: id.optional() }),
      body: z.looseObject({ image_names: z.array(z.string().max(1000)).max(5000).nullish() }).optional(),
      reply: z.object({ poll_id: z.int() }),
    },
    clearingProgress: {
      method: 'GET',
      path: '/annotations/getRemoveStatus',
      summary: 'How far a deletion of annotations is, in percent',
      access: 'ViewItem',
      cost: 0.1,
      project: 'query.project_id',
      query: z.looseObject({ project_id: id, poll_id: id }),
      reply: z.object({ process: z.int() }),
    },
    downloadAddresses: {
      method: 'GET',
      notWhenViewing: true,
      path: '/image/:item_id/annotation/getAnnotationDownloadToken',
      summary: 'Addresses of an item’s file and annotation that need no sign-in',
      access: 'ViewItem',
      project: 'query.project_id',
      params: ofItem,
      query: z.looseObject({ project_id: id, folder_id: id.optional() }),
      reply: z.object({
        original: z.object({ url: z.string().nullable(), headers: z.object({}) }),
        lores: z.object({ url: z.string().nullable(), headers: z.object({}) }),
        annotations: z.object({
          MAIN: z.array(
            z.object({
              annotation_json_path: z.object({ url: z.string(), headers: z.object({}) }),
              /** Only of pixel items that have a mask. */
              annotation_bluemap_path: z.object({ url: z.string(), headers: z.object({}) }).optional(),
            }),
          ),
        }),
      }),
    },
    uploadAddress: {
      method: 'GET',
      notWhenViewing: true,
      path: '/image/:item_id/annotation/getAnnotationUploadToken',
      summary: 'An address to put the annotation of an item at, without sign-in',
      access: 'AnnotateItem',
      project: 'query.project_id',
      params: ofItem,
      query: z.looseObject({ project_id: id, folder_id: id.optional() }),
      reply: z.object({
        annotation_json_path: z.object({
          filePath: z.string(),
          method: z.literal('PUT'),
          url: z.string(),
          headers: z.record(z.string(), z.string()),
        }),
      }),
    },
    putAnnotationFile: {
      method: 'PUT',
      path: '/annotation-files/:ticket',
      summary: 'Store the annotation that a signed address names',
      access: 'public',
      params: z.strictObject({ ticket: z.string().max(200) }),
      query: z.looseObject({}),
      body: BYTES,
      bodyLimit: 16 * MEBIBYTE,
      bodyReason: 'The annotation of a large item',
      reply: z.object({ id: z.int(), etag: z.string() }),
    },
    annotationFile: {
      method: 'GET',
      path: '/annotation-files/:ticket',
      summary: 'The annotation that a signed address names',
      access: 'public',
      params: z.strictObject({ ticket: z.string().max(200) }),
      query: z.looseObject({}),
      reply: BYTES,
    },
  },
});
