import { BYTES, defineApi, flag, id, z } from '#core/api/common/index.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Largest request that carries whole documents: one of 15 MiB of JSON text, also when its letters take several bytes
 * each.
 */
const DOCUMENTS_LIMIT = 64 * MEBIBYTE;

/** Most ids of one call. */
const MOST_IDS = 10_000;

/** In which shape annotations travel; absent: the native one. */
const transform = z.string().max(50).optional();
const ofItem = z.strictObject({ item_id: id });
const inProject = z.looseObject({ project_id: id, folder_id: id.optional(), transform_version: transform });
const ids = z.array(z.int().positive().max(2_147_483_647)).max(MOST_IDS);
const entry = z.object({ id: z.int() });

/** Names that the project does not have; always with all four lists. */
const missingResources = z.object({
  class: z.array(z.string()),
  attribute: z.array(z.string()),
  attributeGroup: z.array(z.string()),
  template: z.array(z.string()),
});

const progress = z.object({ status: z.string(), message: z.string().optional() });
const syncQuery = z.looseObject({
  project_id: id,
  folder_id: id.optional(),
  current_transform_version: transform,
  desired_version: z.string().max(50).optional(),
  upload_id: z.uuid().optional(),
});
const partQuery = z.looseObject({
  project_id: id,
  folder_id: id.optional(),
  path: z.string().max(500).optional(),
  upload_id: z.uuid().optional(),
});

const part = {
  method: 'POST',
  summary: 'One part of a large annotation’s JSON text',
  access: 'AnnotateItem',
  project: 'query.project_id',
  params: ofItem,
  query: partQuery.extend({ chunk_id: z.coerce.number().int().min(1).max(10_000) }),
  body: z.looseObject({ data_chunk: z.string() }),
  bodyLimit: DOCUMENTS_LIMIT,
  bodyReason: 'Annotations of large items',
  reply: z.object({ success: z.literal(true) }),
} as const;
const finish = {
  method: 'POST',
  summary: 'All parts of a large annotation were sent',
  access: 'AnnotateItem',
  project: 'query.project_id',
  params: ofItem,
  query: partQuery,
  reply: z.object({ success: z.literal(true) }),
} as const;
const sync = {
  method: 'POST',
  reads: true,
  summary: 'Store a large annotation from its parts; without an upload, make one ready for reading',
  access: 'ViewItem',
  project: 'query.project_id',
  params: ofItem,
  query: syncQuery,
  reply: progress,
} as const;
const syncStatus = {
  method: 'GET',
  summary: 'How far the storing of a large annotation is',
  access: 'ViewItem',
  project: 'query.project_id',
  params: ofItem,
  query: syncQuery,
  reply: progress,
} as const;
const schema = {
  method: 'GET',
  summary: 'JSON Schema, draft 7, of the annotations of a project type',
  access: 'team-member',
  query: z.looseObject({ project_type: z.coerce.number().int().min(1).max(8), version: z.string().max(50).optional() }),
  reply: z.looseObject({}),
} as const;

/** Paths of calls that answer under two numbers; a plain text, so that one handler serves both. */
const under = (version: 'v4' | 'v3.01', path: string): string => `/api/${version}/items/${path}`;

/** Annotations of items. */
export const annotationsApi = defineApi({
  service: 'assets',
  operations: {
    classify: {
      method: 'POST',
      reads: true,
      path: '/api/v4/items/annotations/download/method',
      summary: 'Which items have small annotations, in groups for one request each, and which large ones',
      access: 'DownloadItem',
      project: 'body.project_id',
      query: z.looseObject({}),
      body: z.looseObject({ project_id: id, item_ids: ids }),
      reply: z.object({ small: z.record(z.string(), z.object({ data: z.array(entry) })), large: z.array(entry) }),
    },
    downloadMany: {
      method: 'POST',
      notWhenViewing: true,
      reads: true,
      path: '/api/v4/items/annotations/download',
      summary: 'Stream the annotations of items, with a delimiter between two',
      access: 'DownloadItem',
      project: 'query.project_id',
      query: inProject,
      body: z.looseObject({ image_ids: ids }),
      reply: BYTES,
    },
    downloadOne: {
      method: 'GET',
      path: '/api/v4/items/:item_id/annotations/download',
      summary: 'The annotation of one item, as a JSON string that holds JSON',
      access: 'ViewItem',
      project: 'query.project_id',
      params: ofItem,
      query: inProject,
      reply: BYTES,
    },
    uploadOne: {
      method: 'PUT',
      path: '/api/v4/items/:item_id/annotations/upload',
      summary: 'Store the annotation of one item, unless it changed since it was read',
      access: 'AnnotateItem',
      project: 'query.project_id',
      params: ofItem,
      query: inProject.extend({ overwrite: flag.optional(), etag: z.string().max(200).optional() }),
      body: z.looseObject({}),
      bodyLimit: DOCUMENTS_LIMIT,
      bodyReason: 'Annotations of large items',
      reply: z.object({ id: z.int(), etag: z.string() }),
    },
    uploadMany: {
      method: 'POST',
      path: '/api/v4/items/annotations/upload',
      summary: 'Store the annotations of items of a folder, one part of a form for each',
      access: 'AnnotateItem',
      project: 'query.project_id',
      query: inProject,
      body: BYTES,
      bodyLimit: DOCUMENTS_LIMIT,
      bodyReason: 'Annotations of large items',
      reply: z.object({
        failedItems: z.array(z.string()),
        failures: z.array(z.object({ name: z.string(), message: z.string() })),
        missingResources,
      }),
    },
    downloadLarge: {
      method: 'POST',
      reads: true,
      path: '/api/v3.01/items/:item_id/annotations/download',
      summary: 'The annotation of one item',
      access: 'ViewItem',
      project: 'query.project_id',
      params: ofItem,
      query: inProject,
      reply: BYTES,
    },
    downloadMask: {
      method: 'GET',
      path: '/api/v4/items/:item_id/annotations/mask',
      summary: 'The mask of a pixel item, as PNG',
      access: 'ViewItem',
      project: 'query.project_id',
      params: ofItem,
      query: inProject,
      reply: BYTES,
    },
    uploadMask: {
      method: 'PUT',
      path: '/api/v4/items/:item_id/annotations/mask',
      summary: 'Send a mask of a pixel item, which its annotation then names in the field mask',
      access: 'AnnotateItem',
      project: 'query.project_id',
      params: ofItem,
      query: inProject,
      body: BYTES,
      bodyLimit: DOCUMENTS_LIMIT,
      bodyReason: 'Annotations of large items',
      reply: z.object({ mask: z.string() }),
    },
    startLarge: {
      method: 'POST',
      path: '/api/v3.01/items/:item_id/annotations/upload/multipart/start',
      summary: 'Begin to send a large annotation in parts',
      access: 'AnnotateItem',
      project: 'query.project_id',
      params: ofItem,
      query: z.looseObject({ project_id: id, folder_id: id.optional(), current_transform_version: transform }),
      reply: z.object({ path: z.string(), upload_id: z.string() }),
    },
    sendPart: { ...part, path: under('v4', ':item_id/annotations/upload/multipart/part') },
    finishLarge: { ...finish, path: under('v4', ':item_id/annotations/upload/multipart/finish') },
    sync: { ...sync, path: under('v4', ':item_id/annotations/sync') },
    syncStatus: { ...syncStatus, path: under('v4', ':item_id/annotations/sync/status') },
    schema: { ...schema, path: under('v4', 'annotations/schema') },
    // Two of the three calls under the older number are known by name, so these answer under both.
    sendPartOlder: { ...part, path: under('v3.01', ':item_id/annotations/upload/multipart/part') },
    finishLargeOlder: { ...finish, path: under('v3.01', ':item_id/annotations/upload/multipart/finish') },
    syncOlder: { ...sync, path: under('v3.01', ':item_id/annotations/sync') },
    syncStatusOlder: { ...syncStatus, path: under('v3.01', ':item_id/annotations/sync/status') },
    schemaOlder: { ...schema, path: under('v3.01', 'annotations/schema') },
  },
});
