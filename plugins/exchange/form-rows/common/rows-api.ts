import { BYTES, defineApi, id, z } from '#core/api/common/index.ts';

/** States of an import of rows. */
export const rowStates = {
  receiving: 1,
  checking: 2,
  ready: 3,
  running: 4,
  complete: 5,
  canceled: 6,
  failed: 7,
} as const;

/** Largest file of rows, in bytes. */
export const rowFileLimit = 4 * 1024 ** 3;
/** Most rows of one file: as many as a project has items. */
export const rowLimit = 500_000;
/** Rows of which one transaction makes items. */
export const rowChunk = 1000;
/** Rows of the preview. */
export const previewRows = 50;
/** Lines of the report that are kept; the rest is counted. */
export const keptProblems = 100_000;
/** Most items that are generated at once: as many as a folder holds. */
export const generateLimit = 50_000;

/** Kinds of files with rows; `zip` has a file for each item. */
export const rowKinds = ['csv', 'jsonl', 'json', 'zip'] as const;

export const columnTarget = z.union([
  z.enum(['name', 'folder', 'category', 'payload', 'ignore']),
  z.templateLiteral(['component:', z.string().min(1).max(1000)]),
]);

/** Choices for making items of rows. */
export const rowChoices = z.strictObject({
  mapping: z.record(z.string().max(10_000), columnTarget),
  /** The whole row is the attached data of its item. */
  whole_row: z.boolean().default(false),
  /** Begins the names of items where no column holds them. */
  prefix: z.string().max(150).default('Item'),
  /**
   * Handling of items whose names are taken: they stay; all that the row says replaces what they have; or their
   * annotations only.
   */
  existing: z.enum(['skip', 'replace', 'annotations']).default('skip'),
  /** Part that is skipped with a refused value: its row, or nothing but itself. */
  refused: z.enum(['row', 'value']).default('row'),
});
export type RowChoices = z.output<typeof rowChoices>;

export const rowProblem = z.object({ row: z.int(), column: z.string(), reason: z.string() });

/** Preview of importing the rows; nothing is changed yet. */
export const rowReport = z.object({
  kind: z.enum(rowKinds),
  rows: z.int(),
  /** Every column with a value of it, as the file shows it. */
  columns: z.array(z.object({ name: z.string(), example: z.string() })),
  /** Components of the form that take values. */
  components: z.array(z.object({ id: z.string(), label: z.string() })),
  /** Why the mapping cannot be used. */
  faults: z.array(z.string()),
  created: z.int(),
  /** Items whose names are taken. */
  present: z.int(),
  /** Rows of which nothing is made. */
  refused: z.int(),
  /** Rows whose name comes again further down, where it counts. */
  repeated: z.int(),
  /** Items that find no room. */
  beyond: z.int(),
  folders: z.array(z.string()),
  folderCount: z.int(),
  categories: z.array(z.string()),
  categoryCount: z.int(),
  /** Remarks, in words. */
  notes: z.array(z.string()),
  problems: z.array(rowProblem),
  problemCount: z.int(),
  preview: z.array(
    z.object({
      row: z.int(),
      name: z.string(),
      folder: z.string(),
      category: z.string(),
      values: z.record(z.string(), z.string()),
      payload: z.string(),
      problems: z.array(rowProblem),
    }),
  ),
  /** The values the preview has, in the order of the form. */
  shown: z.array(z.string()),
});
export type RowReport = z.output<typeof rowReport>;

export const rowResult = z.object({
  created: z.int(),
  replaced: z.int(),
  skipped: z.int(),
  failed: z.int(),
  folders: z.int(),
  categories: z.int(),
  notes: z.array(z.string()),
});
export type RowResult = z.output<typeof rowResult>;

export const rowImport = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  folder_id: z.int().nullable(),
  status: z.int().min(1).max(7),
  size: z.number(),
  job_id: z.string().nullable(),
  choices: rowChoices.nullable(),
  report: rowReport.nullable(),
  result: rowResult.nullable(),
  /** Lines of its report that can be downloaded. */
  problemCount: z.int(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: z.string(),
});
export type RowImport = z.output<typeof rowImport>;

const inProject = z.strictObject({ project_id: id });
const ofImport = z.strictObject({ project_id: id, row_import_id: id });
const ofUpload = z.strictObject({
  project_id: id,
  token: z.string().regex(/^[0-9a-f]{32}$/, 'is not the id of an upload'),
});
const base = '/api/v1/project/:project_id/rows';

/**
 * Items of forms by CSV, JSON lines and JSON. A file comes by the tus protocol 1.0; with its last byte it is looked
 * through, and the answer is the import.
 */
export const rowsApi = defineApi({
  service: 'main',
  operations: {
    getRowTemplate: {
      method: 'GET',
      path: `${base}/template`,
      summary: 'A CSV file with the header of the form',
      access: 'UploadItem',
      project: 'params.project_id',
      params: inProject,
      reply: BYTES,
    },
    createRowUpload: {
      method: 'POST',
      path: `${base}/uploads`,
      summary: 'Announce a file of rows by its Upload-Length (tus); its first bytes may come along',
      access: 'UploadItem',
      project: 'params.project_id',
      status: 201,
      params: inProject,
      query: z.strictObject({ name: z.string().min(1).max(1000), folder_id: id.optional() }),
      body: BYTES,
      bodyLimit: 512 * 1024 * 1024,
      bodyReason: 'A part of a file',
      reply: BYTES,
    },
    readRowUpload: {
      method: 'GET',
      path: `${base}/uploads/:token`,
      summary: 'How many bytes have arrived, as the header Upload-Offset (tus; HEAD as well)',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofUpload,
      reply: BYTES,
    },
    continueRowUpload: {
      method: 'PATCH',
      path: `${base}/uploads/:token`,
      summary: 'The bytes behind Upload-Offset (tus)',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofUpload,
      body: BYTES,
      bodyLimit: 512 * 1024 * 1024,
      bodyReason: 'A part of a file',
      reply: BYTES,
    },
    cancelRowUpload: {
      method: 'DELETE',
      path: `${base}/uploads/:token`,
      summary: 'Forget a file and what has arrived of it (tus)',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofUpload,
      reply: BYTES,
    },
    finishRowUpload: {
      method: 'POST',
      path: `${base}/uploads/:token/finish`,
      summary: 'The import of a file all of whose bytes have arrived; for who did not get the answer',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofUpload,
      reply: rowImport,
    },
    getRowImport: {
      method: 'GET',
      path: `${base}/imports/:row_import_id`,
      summary: 'One import of rows with what it would do or did',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofImport,
      reply: rowImport,
    },
    checkRowImport: {
      method: 'POST',
      notWhenViewing: true,
      reads: true,
      path: `${base}/imports/:row_import_id/check`,
      summary: 'Look the rows through again with other choices; nothing is changed',
      access: 'UploadItem',
      bodyLimit: 1 * 1024 * 1024,
      bodyReason: 'The mapping of many columns',
      project: 'params.project_id',
      status: 202,
      params: ofImport,
      body: rowChoices,
      reply: rowImport,
    },
    startRowImport: {
      method: 'POST',
      path: `${base}/imports/:row_import_id/start`,
      summary: 'Make the items, as a job, with the choices that were looked through last',
      access: 'UploadItem',
      project: 'params.project_id',
      status: 202,
      params: ofImport,
      reply: rowImport,
    },
    cancelRowImport: {
      method: 'POST',
      path: `${base}/imports/:row_import_id/cancel`,
      summary: 'Stop an import of rows; what was made stays',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofImport,
      reply: rowImport,
    },
    getRowProblems: {
      method: 'GET',
      path: `${base}/imports/:row_import_id/problems`,
      summary: 'What did not fit, as CSV: row, column, reason',
      access: 'UploadItem',
      project: 'params.project_id',
      params: ofImport,
      reply: BYTES,
    },
    generateItems: {
      method: 'POST',
      path: `${base}/generate`,
      summary: 'Make empty items Name_0001, Name_0002 … as a job; names that are taken are skipped',
      access: 'UploadItem',
      project: 'params.project_id',
      status: 202,
      params: inProject,
      body: z.strictObject({
        folder_id: id.optional(),
        name: z.string().min(1).max(190),
        count: z.int().min(1).max(generateLimit, `must be at most ${generateLimit}, as many as a folder holds`),
      }),
      reply: z.object({ job_id: z.string() }),
    },
  },
});
