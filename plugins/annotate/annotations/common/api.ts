import { BYTES, defineApi, id, time, z } from '#core/api/common/index.ts';
import type { Flags } from '#core/permissions/common/index.ts';
import { access } from '#core/tenancy/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { item, itemAsset } from '#plugins/workspace/items/common/index.ts';
import type { AnnotationDocument } from './document.ts';
import { largeDocumentApi } from './large/large-api.ts';
import { operationId, revision, saved, savedEdits } from './save-schema.ts';

export type { Saved } from './save-schema.ts';

const ofItem = z.strictObject({ project_id: id, item_id: id });

// Documents were checked when they were stored, and a large one is not walked again on its way.
const document = z.unknown() as z.ZodType<AnnotationDocument>;
const classes = z.array(z.unknown()) as unknown as z.ZodType<AnnotationClass[]>;
const flags = z.record(z.string(), z.boolean()) as unknown as z.ZodType<Flags>;

/** A status as the status menu shows it. */
export const statusChoice = z.object({
  value: z.int(),
  name: z.string(),
  title: z.string(),
  color: z.string(),
  /** Keys that move the item there, such as `Alt+Shift+1`. */
  keys: z.string().optional(),
});
export type StatusChoice = z.output<typeof statusChoice>;

/** A mask by its content, and where its PNG is for a while. */
const storedMask = z.object({ hash: z.string(), url: z.string() });

/** Everything the frame needs to open an item. */
export const openedItem = z.object({
  item,
  asset: itemAsset,
  project: z.object({ id: z.int(), name: z.string(), type: z.int() }),
  document,
  /** The mask that the document of a pixel project names, and where its PNG is; null when it names none. */
  mask: storedMask.nullable(),
  revision,
  /** Of documents whose objects are loaded by viewport; `document` then holds those without a place only. */
  large: z
    .object({
      /** Objects of the entire document. */
      count: z.int(),
      /** The job that prepares the objects for loading by viewport; null when they are prepared. */
      job_id: z.string().nullable(),
    })
    .nullable(),
  updatedBy: z.string().nullable(),
  updatedAt: time.nullable(),
  classes,
  accesses: z.object({ project: access, folder: access }),
  flags,
  role: z.object({ id: z.int(), name: z.string() }),
  /** Data of the project type that its editor needs beside the document. */
  particulars: z.record(z.string(), z.unknown()).optional(),
  /** Why the caller may not change annotations; null when they may. */
  readOnly: z.string().nullable(),
  /** True when they may write comments, even where the rest is read-only. */
  mayComment: z.boolean(),
  /** Permissions that the project's settings give the caller. */
  limits: z.object({ changesClass: z.boolean(), seesComments: z.boolean() }),
  /** Default look of pictures in the project. */
  look: z.object({
    brightness: z.number(),
    contrast: z.number(),
    fill: z.number(),
    lines: z.number(),
    labels: z.boolean(),
    points: z.number(),
    fontSize: z.number(),
  }),
  /** Status of the item, all statuses of the project, and those the caller may move it to. */
  status: z.object({
    current: statusChoice,
    all: z.array(statusChoice),
    available: z.array(z.int()),
    /** Kinds of the constraints (`required_attributes`) that hold the caller up on the way to a status, by its code. */
    constraints: z.record(z.string(), z.array(z.string())).optional(),
    /** Statuses in which the item stays in the caller's sight; null: all. */
    visible: z.array(z.int()).nullable(),
    /** Status after the next save of annotations: one that is not started is in progress then. */
    after_save: z.int(),
  }),
});
export type OpenedItem = z.output<typeof openedItem>;

const version = z.object({ revision, updatedBy: z.string(), updatedAt: time, instanceCount: z.int(), size: z.int() });
export type AnnotationVersion = z.output<typeof version>;

/** Calls of the editor's frame. */
export const annotationDocumentApi = defineApi({
  service: 'main',
  operations: {
    openItem: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/editor',
      summary: 'All that the editor needs of an item',
      access: 'ViewItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem,
      reply: openedItem,
    },
    saveAnnotation: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/item/:item_id/annotation',
      summary: 'Store the annotations of an item, once per operation and only on the revision they were made on',
      access: 'AnnotateItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem,
      body: z.strictObject({ op: operationId, base: revision, data: z.unknown() }),
      bodyLimit: 128 * 1024 * 1024,
      bodyReason: 'The annotations of a large item',
      reply: saved,
    },
    saveEdits: {
      method: 'PATCH',
      path: '/api/v1/project/:project_id/item/:item_id/annotation',
      summary:
        'Store edits of the annotations of an item, once per operation and only on the revision they were made on',
      access: 'AnnotateItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem,
      body: savedEdits,
      bodyLimit: 128 * 1024 * 1024,
      bodyReason: 'The changed objects of a large item',
      reply: saved,
    },
    saveMask: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/item/:item_id/annotation/mask',
      summary: 'Send the mask of a pixel item, which a save then names',
      access: 'AnnotateItem',
      project: 'params.project_id',
      params: ofItem,
      body: BYTES,
      bodyLimit: 32 * 1024 * 1024,
      bodyReason: 'A mask as large as its picture',
      reply: z.object({ mask: z.string() }),
    },
    getMask: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/annotation/mask',
      summary: 'The mask of an item, or of a stored version, as PNG',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofItem,
      query: z.strictObject({ revision: id.optional() }),
      reply: BYTES,
    },
    getAnnotation: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/annotation',
      summary: 'The annotations of an item',
      access: 'ViewItem',
      project: 'params.project_id',
      oneTransaction: true,
      params: ofItem,
      reply: z.object({ document, revision }),
    },
    listVersions: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/annotation/versions',
      summary: 'Stored versions, newest first',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofItem,
      reply: z.object({ data: z.array(version), count: z.int() }),
    },
    getVersion: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/annotation/versions/:revision',
      summary: 'One stored version',
      access: 'ViewItem',
      project: 'params.project_id',
      params: ofItem.extend({ revision: id }),
      reply: z.object({ document, revision, mask: storedMask.nullable() }),
    },
    restoreVersion: {
      method: 'POST',
      path: '/api/v1/project/:project_id/item/:item_id/annotation/versions/:revision/restore',
      summary: 'Store an earlier version as the newest',
      access: 'AnnotateItem',
      project: 'params.project_id',
      params: ofItem.extend({ revision: id }),
      body: z.strictObject({ op: operationId, base: revision }),
      reply: saved,
    },
    ...largeDocumentApi.operations,
  },
});
