import { classNameLimit, classShapes } from '#plugins/workspace/classes/common/index.ts';
import { exchangeFormatIds } from './exchange/format-table.ts';
import { BYTES, defineApi, id, z } from '#core/api/common/index.ts';

/** States of an import. */
export const importStates = {
  checking: 1,
  ready: 2,
  running: 3,
  complete: 4,
  canceled: 5,
  failed: 6,
  undoing: 7,
  undone: 8,
} as const;

/** Largest file that can be imported, in bytes. */
export const importLimit = 64 * 1024 ** 3;

/** Kind of a file. */
export const importKinds = ['archive', 'document', 'coco', 'coco-archive', 'classes', ...exchangeFormatIds] as const;
export type ImportKind = (typeof importKinds)[number];

/** One thing worth knowing: where in the file, and what about it. */
export const importFinding = z.object({ path: z.string(), message: z.string() });
export type ImportFinding = z.output<typeof importFinding>;

/** Objects by their items: those without annotations, those with annotations, and those that come with the file. */
export const objectCounts = z.object({ fresh: z.int(), annotated: z.int(), creatable: z.int() });
export type ObjectCounts = z.output<typeof objectCounts>;

/** A class of the file with its objects. */
export const importedClass = z.object({
  name: z.string(),
  type: z.int(),
  /** The file lists it, so that it can be created; other names are only used by objects. */
  listed: z.boolean(),
  /** The class of the project with this name, or with one that differs in case only; null when there is none. */
  match: z.string().nullable(),
  objects: objectCounts,
  /** The types of its objects, such as `bbox`; undefined in reports that were stored before they were listed. */
  shapes: z.array(z.string()).optional(),
});
export type ImportedClass = z.output<typeof importedClass>;

/** Documents of items without annotations that hold objects of the same classes. */
export const classCombination = z.object({
  /** Places in the list of classes; -1 for anything that has no class. */
  classes: z.array(z.int()),
  fresh: z.int(),
  creatable: z.int(),
});

/** Preview of an import; nothing is changed yet. */
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
  /**
   * Documents that cannot be read: of items without annotations, of items with some, and of items that come with the
   * file.
   */
  unreadable: z.object({ matched: z.int(), annotated: z.int(), creatable: z.int() }),
  /** Items that come with the file and are not in the project. */
  itemsToCreate: z.int(),
  /** Classes of the file, those it lists first. */
  classes: z.array(importedClass),
  /** Objects without a class. */
  unclassed: objectCounts,
  /** At most {@link combinationLimit}; documents beyond it are taken to keep an object whatever is left out. */
  combinations: z.array(classCombination),
  /** `shapes`: those that a class is limited to. */
  projectClasses: z.array(
    z.object({ name: z.string(), type: z.int(), shapes: z.array(z.enum(classShapes)).optional() }),
  ),
  newFolders: z.array(z.string()),
  /** True when the caller may make classes, folders, items. */
  may: z.object({ classes: z.boolean(), folders: z.boolean(), items: z.boolean() }),
  /** The first hundred things that do not fit; `findingCount` counts all. */
  findings: z.array(importFinding),
  findingCount: z.int(),
  /** Contents that the format does not keep, in words. */
  losses: z.array(z.string()),
});
export type ImportReport = z.output<typeof importReport>;

/** Most combinations of classes that a report lists. */
export const combinationLimit = 2000;

/** Reading of a file whose content is ambiguous. */
export const importReading = z.strictObject({
  /** `archive` is the own format. */
  format: z.enum(['archive', 'coco', ...exchangeFormatIds]),
  /** Meaning of the numbers of a YOLO set. */
  task: z.string().max(50).optional(),
  /** Boxes that count pixels from 1, both ends included (VOC). */
  one_based: z.boolean().optional(),
});
export type ImportReading = z.output<typeof importReading>;

/** Choices of an import. */
export const importChoices = z.strictObject({
  /** Items that have annotations: `skip` keeps theirs, `replace` stores those of the file as a new version. */
  conflicts: z.enum(['skip', 'replace']).default('skip'),
  create_classes: z.boolean().default(true),
  create_items: z.boolean().default(true),
  /** Classes without an object are created as well. */
  unused_classes: z.boolean().default(true),
  /**
   * The class that objects of a class of the file get, null to leave them out. By default the matching one, else one of
   * the same name.
   */
  classes: z
    .array(z.strictObject({ name: z.string().max(500), as: z.string().min(1).max(classNameLimit).nullable() }))
    .max(2000)
    .default([]),
});
export type ImportChoices = z.output<typeof importChoices>;

export const importResult = z.object({
  created: z.int(),
  replaced: z.int(),
  skipped: z.int(),
  itemsCreated: z.int(),
  classesCreated: z.int(),
  /** Objects that were stored. */
  objects: z.int(),
  failed: z.array(importFinding),
  failedCount: z.int(),
  warnings: z.array(z.string()),
});
export type ImportResult = z.output<typeof importResult>;

/** Result of undoing an import. */
export const importUndoResult = z.object({
  /** Items that have their earlier annotations again, or none as before. */
  restored: z.int(),
  itemsDeleted: z.int(),
  classesDeleted: z.int(),
  foldersDeleted: z.int(),
  /** Items, classes and folders that were left as they are, with the reason: the first thousand. */
  kept: z.array(importFinding),
  keptCount: z.int(),
});
export type ImportUndoResult = z.output<typeof importUndoResult>;

export const importRecord = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  status: z.int().min(1).max(8),
  size: z.number(),
  job_id: z.string().nullable(),
  /** The format as a person named it; null when the content was unambiguous. */
  reading: importReading.nullable(),
  report: importReport.nullable(),
  choices: importChoices.nullable(),
  result: importResult.nullable(),
  undo_result: importUndoResult.nullable(),
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
    listImports: {
      method: 'GET',
      path: '/api/v1/project/:project_id/imports',
      summary: 'Imports of a project that were started, newest first, at most 50',
      access: 'UploadItem',
      project: 'params.project_id',
      params: inProject,
      reply: z.object({ data: z.array(importRecord) }),
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
      notWhenViewing: true,
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
      summary: 'Stop an import or its undo; what was done stays',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofImport,
      reply: importRecord,
    },
    undoImport: {
      method: 'POST',
      path: '/api/v1/project/:project_id/imports/:import_id/undo',
      summary:
        'Undo an import as a job: annotations, items, classes and folders are as before, except what was changed since',
      access: 'UploadItem',
      project: 'params.project_id',
      status: 202,
      params: ofImport,
      reply: importRecord,
    },
  },
});
