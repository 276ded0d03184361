import { z } from '#core/api/common/index.ts';

const finding = z.object({ path: z.string(), message: z.string() });

/** The contents of a file, and how much of it fits the project. */
export const predictionReport = z.object({
  /** Documents or images of the file. */
  documents: z.int(),
  /** Those whose item is in the project. */
  matched: z.int(),
  missing: z.int(),
  unreadable: z.int(),
  objects: z.int(),
  /** Objects of a kind that can't be compared, such as lines and points. */
  others: z.int(),
  /** Objects by what they are. */
  types: z.object({ box: z.int(), area: z.int(), tag: z.int(), span: z.int() }),
  classes: z.array(z.object({ name: z.string(), objects: z.int(), known: z.boolean() })),
  /** The meaning that image ids of a COCO results file were given. */
  image_ids: z.enum(['names', 'items', 'file']).nullable(),
  /** The first hundred things that do not fit. */
  findings: z.array(finding),
  findingCount: z.int(),
});
export type PredictionReport = z.output<typeof predictionReport>;

/** Predictions of one version of a model for items of a project. */
export const predictionSet = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  model: z.string(),
  version: z.string(),
  file_name: z.string(),
  /** `preview` is read and waits for somebody to keep it. */
  state: z.enum(['reading', 'preview', 'ready', 'failed']),
  job_id: z.string().nullable(),
  report: predictionReport.nullable(),
  error: z.string().nullable(),
  creator: z.string(),
  createdAt: z.string(),
});
export type PredictionSet = z.output<typeof predictionSet>;
