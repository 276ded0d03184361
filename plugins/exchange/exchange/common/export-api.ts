import { exchangeFormatIds, exchangeFormats } from './exchange/format-table.ts';
import { windowSizes } from './windows/window-sizes.ts';
import { splits } from './exchange/split.ts';
import type { SplitName } from './exchange/split.ts';
import type { ExchangeFormatId } from './exchange/format-table.ts';
import { defineApi, id, paged, success, z } from '#core/api/common/index.ts';

/** States of an export. */
export const exportStates = { inProgress: 1, complete: 2, canceled: 3, failed: 4 } as const;

/** Formats of an export as numbers of the wire. */
export const exportFormats = { json: 1, coco: 2, csv: 3, jsonl: 4 } as const;

/** Numbers of all formats, those of other tools too, which the public client does not know. */
export const formatNumbers = {
  ...exportFormats,
  ...(Object.fromEntries(Object.entries(exchangeFormats).map(([id, { number }]) => [id, number])) as {
    readonly [Id in ExchangeFormatId]: number;
  }),
} as const;
export type ExportFormat = keyof typeof formatNumbers;

/** Names of the formats in texts. */
export const exportFormatTitles: Readonly<Record<ExportFormat, string>> = {
  json: 'JSON',
  coco: 'COCO',
  csv: 'CSV',
  jsonl: 'JSONL',
  ...(Object.fromEntries(Object.entries(exchangeFormats).map(([id, { title }]) => [id, title])) as {
    readonly [Id in ExchangeFormatId]: string;
  }),
};

/** Most items that may be named one by one. */
export const selectionLimit = 50_000;

/** Choices for formats of other tools; each takes those that concern it. */
export const exportOptions = z.strictObject({
  task: z.string().max(50).optional(),
  split: z.enum(Object.keys(splits) as [SplitName, ...SplitName[]]).optional(),
  /** Boxes that count pixels from 1, both ends included (VOC). */
  one_based: z.boolean().optional(),
  /** Whole numbers (VOC). */
  integers: z.boolean().optional(),
  /**
   * Pixels along a side of the windows that very large images are divided into, each an image of its own (tiled
   * projects).
   */
  window: z.int().min(windowSizes.min).max(windowSizes.max).optional(),
});
export type ExportOptions = z.output<typeof exportOptions>;

/** Scope of an export. Absent parts mean everything. */
export const exportScope = z.strictObject({
  format: z.enum(['json', 'coco', 'csv', 'jsonl', ...exchangeFormatIds]).default('json'),
  options: exportOptions.optional(),
  folder_ids: z.array(z.int().positive()).max(10_000).optional(),
  statuses: z.array(z.int().min(1).max(32_767)).max(500).optional(),
  only_pinned: z.boolean().default(false),
  include_originals: z.boolean().default(false),
  /** A picture of every uploaded image with its shapes drawn into it; vector projects only. */
  include_fuse: z.boolean().default(false),
  /** `project.json`, by which the archive can be imported as a whole project; own format only. */
  include_project: z.boolean().default(true),
  /** The archive is also written to this storage, beside being kept for download. */
  integration_id: z.int().positive().optional(),
  item_ids: z.array(z.int().positive()).min(1).max(selectionLimit).optional(),
  /** A dataset version: its items with the names, folders, statuses and annotations that they had then. */
  version_id: z.int().positive().optional(),
});
export type ExportScope = z.output<typeof exportScope>;

/** An export as calls answer it. */
export const exportRecord = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  status: z.int().min(1).max(4),
  export_type: z.int(),
  options: exportOptions.nullable(),
  folder_ids: z.array(z.int()).nullable(),
  statuses: z.array(z.int()).nullable(),
  include_originals: z.boolean(),
  include_fuse: z.boolean(),
  integration_id: z.int().nullable(),
  only_pinned: z.boolean(),
  /** Number of items selected one by one; null when none were. */
  selected_count: z.int().nullable(),
  /** The dataset version it is made of. */
  version: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Bytes of the archive; null until it is complete. */
  size: z.number().nullable(),
  item_count: z.int().nullable(),
  /** Address of the archive for a plain GET; null until it is complete. */
  download: z.string().nullable(),
  path: z.string().nullable(),
  user_id: z.string(),
  creator_id: z.string(),
  job_id: z.string(),
  /** Contents that the format could not keep, in words. */
  report: z.array(z.string()),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  expiresAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ExportRecord = z.output<typeof exportRecord>;

const inProject = z.strictObject({ project_id: id });
const ofExport = z.strictObject({ project_id: id, export_id: id });
const flagNumber = z.union([z.boolean(), z.int().min(0).max(1)]).nullish();

/** Calls of the downloads screen. */
export const exportApi = defineApi({
  service: 'main',
  operations: {
    listProjectExports: {
      method: 'GET',
      path: '/api/v1/project/:project_id/exports',
      summary: 'Exports of a project, newest first',
      access: 'CreateExport',
      project: 'params.project_id',
      params: inProject,
      reply: paged(exportRecord),
    },
    createExport: {
      method: 'POST',
      notWhenViewing: true,
      reads: true,
      path: '/api/v1/project/:project_id/exports',
      summary: 'Prepare an archive of annotations; it is made as a job',
      access: 'CreateExport',
      cost: 25,
      project: 'params.project_id',
      status: 202,
      params: inProject,
      body: exportScope,
      reply: exportRecord,
    },
    previewExport: {
      method: 'POST',
      reads: true,
      path: '/api/v1/project/:project_id/exports/preview',
      summary: 'What a format cannot carry of the first items of an export; nothing is made',
      access: 'CreateExport',
      cost: 25,
      project: 'params.project_id',
      params: inProject,
      body: exportScope,
      reply: z.object({ items: z.int(), complete: z.boolean(), report: z.array(z.string()).readonly() }),
    },
    getProjectExport: {
      method: 'GET',
      path: '/api/v1/project/:project_id/exports/:export_id',
      summary: 'One export',
      access: 'CreateExport',
      project: 'params.project_id',
      params: ofExport,
      reply: exportRecord,
    },
    cancelExport: {
      method: 'POST',
      notWhenViewing: true,
      reads: true,
      path: '/api/v1/project/:project_id/exports/:export_id/cancel',
      summary: 'Stop an export that is being prepared; a finished one stays as it is',
      access: 'CreateExport',
      project: 'params.project_id',
      params: ofExport,
      reply: exportRecord,
    },
    deleteProjectExport: {
      method: 'DELETE',
      path: '/api/v1/project/:project_id/exports/:export_id',
      summary: 'Delete an export and its archive',
      access: 'DeleteExport',
      project: 'params.project_id',
      params: ofExport,
      reply: success,
    },
  },
});

/** The same calls in the form of the public client. */
export const wireExportApi = defineApi({
  service: 'main',
  operations: {
    prepareExport: {
      method: 'POST',
      notWhenViewing: true,
      reads: true,
      path: '/export',
      summary: 'Prepare an export',
      access: 'CreateExport',
      cost: 25,
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'The names of many items',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id }),
      body: z.looseObject({
        fuse: flagNumber,
        is_pinned: flagNumber,
        coco: flagNumber,
        include: z.string().max(1000).nullish(),
        export_format: z.int().min(1).max(4).nullish(),
        folder_names: z.array(z.string().max(1000)).max(10_000).nullish(),
        integration_id: z.int().positive().max(2_147_483_647).nullish(),
        time: z.string().max(100).nullish(),
      }),
      reply: exportRecord,
    },
    listExports: {
      method: 'GET',
      path: '/exports',
      summary: 'Exports of a project as a bare list',
      access: 'CreateExport',
      project: 'query.project_id',
      query: z.looseObject({ project_id: id }),
      reply: z.array(exportRecord),
    },
    getExport: {
      method: 'GET',
      path: '/export/:export_id',
      summary: 'One export',
      access: 'CreateExport',
      project: 'query.project_id',
      params: z.strictObject({ export_id: id }),
      query: z.looseObject({ project_id: id }),
      reply: exportRecord,
    },
    deleteExport: {
      method: 'DELETE',
      path: '/export/:export_id',
      summary: 'Delete an export',
      access: 'DeleteExport',
      project: 'query.project_id',
      params: z.strictObject({ export_id: id }),
      query: z.looseObject({ project_id: id }),
      reply: success,
    },
  },
});
