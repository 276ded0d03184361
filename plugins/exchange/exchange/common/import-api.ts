import { exchangeFormatIds } from './exchange/format-table.ts';
import { BYTES, defineApi, id, z } from '#core/api/common/index.ts';

/** States of an import. */
export const importStates = { checking: 1, ready: 2, running: 3, complete: 4, canceled: 5, failed: 6 } as const;

/** Largest file that can be imported, in bytes. */
export const importLimit = 64 * 1024 ** 3;

/** What the file turned out to be. */
export const importKinds = ['archive', 'document', 'coco', 'coco-archive', 'classes', ...exchangeFormatIds] as const;
export type ImportKind = (typeof importKinds)[number];

/** One thing worth knowing: where in the file, and what about it. */
export const importFinding = z.object({ path: z.string(), message: z.string() });
export type ImportFinding = z.output<typeof importFinding>;

/** What an import would do; nothing is changed yet. */
export const importReport = z.object({
  kind: z.enum(importKinds),
  /** Documents in the file. */
  documents: z.int(),
  /** Documents whose item is in the project. */
  matched: z.int(),
  /** Of the matched ones, those whose item has annotations already. */
  annotated: z.int(),
  /** Of the matched ones without annotations, those that have none to give. */
  empty: z.int(),
  /** Documents whose item is missing but comes with the file. */
  creatable: z.int(),
  /** Of the creatable ones, those that have no annotations to give. */
  creatableEmpty: z.int(),
  /** Documents without an item. */
  missing: z.int(),
  /** Documents that cannot be read: of items without annotations, of items with some, and of items that come with the file. */
  unreadable: z.object({ matched: z.int(), annotated: z.int(), creatable: z.int() }),
  /** Items that come with the file and are not in the project. */
  itemsToCreate: z.int(),
  /** Names of classes that would be made. */
  newClasses: z.array(z.string()),
  existingClasses: z.int(),
  newFolders: z.array(z.string()),
  /** True when the caller may make classes, folders, items. */
  may: z.object({ classes: z.boolean(), folders: z.boolean(), items: z.boolean() }),
  /** The first hundred things that do not fit; `findingCount` tells of all. */
  findings: z.array(importFinding),
  findingCount: z.int(),
  /** What the format cannot carry, in words. */
  losses: z.array(z.string()),
});
export type ImportReport = z.output<typeof importReport>;

/** How a file is to be read, when its content does not tell. */
export const importReading = z.strictObject({
  /** `archive` is the own format. */
  format: z.enum(['archive', 'coco', ...exchangeFormatIds]),
  /** What the numbers of a YOLO set mean. */
  task: z.string().max(50).optional(),
  /** Boxes that count pixels from 1, both ends included (VOC). */
  one_based: z.boolean().optional(),
});
export type ImportReading = z.output<typeof importReading>;

/** How an import is to be done. */
export const importChoices = z.strictObject({
  /** Items that have annotations: `skip` keeps theirs, `replace` stores those of the file as a new version. */
  conflicts: z.enum(['skip', 'replace']).default('skip'),
  create_classes: z.boolean().default(true),
  create_items: z.boolean().default(true),
});
export type ImportChoices = z.output<typeof importChoices>;

/** Counts of what an import does. */
export interface ImportForecast {
  readonly created: number;
  readonly replaced: number;
  readonly skipped: number;
  readonly itemsCreated: number;
  readonly classesCreated: number;
  readonly failedCount: number;
}

/** Returns what an import with these choices will do, as its result counts it. */
export function forecastOf(report: ImportReport, choices: ImportChoices): ImportForecast {
  const { matched, annotated, empty, creatable, creatableEmpty, missing, unreadable, itemsToCreate, newClasses, may } =
    report;
  const fresh = matched - annotated - empty - unreadable.matched;
  const isReplacing = choices.conflicts === 'replace';
  const isCreating = choices.create_items;
  return {
    created: fresh + (isCreating ? creatable - creatableEmpty - unreadable.creatable : 0),
    replaced: isReplacing ? annotated - unreadable.annotated : 0,
    skipped: empty + (isReplacing ? 0 : annotated) + (isCreating ? creatableEmpty : 0),
    itemsCreated: isCreating ? itemsToCreate : 0,
    classesCreated: choices.create_classes && may.classes ? newClasses.length : 0,
    failedCount:
      missing +
      unreadable.matched +
      (isReplacing ? unreadable.annotated : 0) +
      (isCreating ? unreadable.creatable : creatable),
  };
}

export const importResult = z.object({
  created: z.int(),
  replaced: z.int(),
  skipped: z.int(),
  itemsCreated: z.int(),
  classesCreated: z.int(),
  failed: z.array(importFinding),
  failedCount: z.int(),
  warnings: z.array(z.string()),
});
export type ImportResult = z.output<typeof importResult>;

export const importRecord = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  status: z.int().min(1).max(6),
  size: z.number(),
  job_id: z.string().nullable(),
  /** The format as a person named it; null when the content told it. */
  reading: importReading.nullable(),
  report: importReport.nullable(),
  choices: importChoices.nullable(),
  result: importResult.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  creator_id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ImportRecord = z.output<typeof importRecord>;

const inProject = z.strictObject({ project_id: id });
const ofImport = z.strictObject({ project_id: id, import_id: id });

/** Calls of the import dialog: send the file, read what it would do, go. */
export const importApi = defineApi({
  service: 'main',
  operations: {
    uploadImport: {
      method: 'PUT',
      path: '/api/v1/project/:project_id/imports',
      summary: 'Send an archive, annotation file or COCO file; it is looked through as a job and nothing is changed',
      access: 'UploadItem',
      project: 'params.project_id',
      status: 202,
      params: inProject,
      query: z.strictObject({ name: z.string().min(1).max(1000), folder_id: id.optional() }),
      body: BYTES,
      bodyLimit: importLimit,
      bodyReason: 'An archive of pictures',
      reply: importRecord,
    },
    getImport: {
      method: 'GET',
      path: '/api/v1/project/:project_id/imports/:import_id',
      summary: 'One import with what it would do or did',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofImport,
      reply: importRecord,
    },
    checkImport: {
      method: 'POST',
      reads: true,
      path: '/api/v1/project/:project_id/imports/:import_id/check',
      summary: 'Look through a file again, as the format that is named; nothing is changed',
      access: 'UploadItem',
      project: 'params.project_id',
      status: 202,
      params: ofImport,
      body: importReading,
      reply: importRecord,
    },
    startImport: {
      method: 'POST',
      path: '/api/v1/project/:project_id/imports/:import_id/start',
      summary: 'Do what the report says, as a job',
      access: 'UploadItem',
      project: 'params.project_id',
      status: 202,
      params: ofImport,
      body: importChoices,
      reply: importRecord,
    },
    cancelImport: {
      method: 'POST',
      path: '/api/v1/project/:project_id/imports/:import_id/cancel',
      summary: 'Stop an import; what was done stays',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofImport,
      reply: importRecord,
    },
  },
});
