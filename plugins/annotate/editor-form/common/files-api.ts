import { BYTES, defineApi, id, z } from '#core/api/common/index.ts';
import { mostMegabytes } from '#plugins/annotate/form/common/index.ts';

const ofItem = z.strictObject({ project_id: id, item_id: id });

/** A file in a field of a form. */
export const formFile = z.object({
  /** Reference in the value of the field. */
  reference: z.string(),
  name: z.string(),
  /** By its bytes, else by its name. */
  mime: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Signed, for some hours. */
  url: z.string(),
});
export type FormFile = z.output<typeof formFile>;

/** Files in fields of forms. */
export const formFilesApi = defineApi({
  service: 'main',
  operations: {
    listFormFiles: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/form-files',
      summary: 'Files in the fields of an item’s form, as far as the caller sees them',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofItem,
      query: z.looseObject({}),
      reply: z.object({ data: z.array(formFile) }),
    },
    putFormFile: {
      method: 'POST',
      path: '/api/v1/project/:project_id/item/:item_id/form-files',
      summary: 'Upload a file for a field; the value that names it is stored with the form',
      access: 'AnnotateItem',
      project: 'params.project_id',
      status: 201,
      params: ofItem,
      query: z.strictObject({ component: z.string().min(1).max(200), name: z.string().trim().min(1).max(250) }),
      body: BYTES,
      bodyLimit: mostMegabytes * 1_048_576,
      bodyReason: 'A file',
      reply: formFile,
    },
  },
});
