import { z } from '#core/api/common/index.ts';
import { evaluationTasks } from './metric/evaluated-object.ts';

const share = z.number().nullable();
const precision = z.object({ ap: share, ap50: share, ap75: share, ar: share, truths: z.int() });
const sized = z.object({ all: precision, small: precision, medium: precision, large: precision });

/** A class of an evaluation. Cells of the matrix name it by its place in the list. */
export const evaluatedClass = z.object({
  name: z.string(),
  truths: z.int(),
  precision: sized,
  /** Precision at recalls 0.00 to 1.00 for an overlap of 0.50; null without true objects. */
  curve: z.array(z.number()).nullable(),
});
export type EvaluatedClass = z.output<typeof evaluatedClass>;

/** Figures of an evaluation. Those that depend on the score are counted for each hundredth of it. */
export const evaluationResult = z.object({
  /** Items that were compared, and those of them that have predictions. */
  items: z.int(),
  predicted_items: z.int(),
  /** Items that were left out because nobody ever annotated them. */
  skipped: z.int(),
  truths: z.int(),
  predictions: z.int(),
  /** False when nothing has a score below 1, such as the work of people. */
  scored: z.boolean(),
  precision: sized,
  classes: z.array(evaluatedClass),
  cells: z.array(
    z.object({ truth: z.int(), predicted: z.int(), steps: z.array(z.tuple([z.int(), z.int()]).readonly()).readonly() }),
  ),
});
export type EvaluationResult = z.output<typeof evaluationResult>;

/** One evaluation. */
export const evaluationView = z.object({
  id: z.int(),
  project_id: z.int(),
  task: z.enum(evaluationTasks),
  prediction_set_id: z.int().nullable(),
  /** The prediction set or the annotator that is compared. */
  subject: z.string(),
  reference: z.string().nullable(),
  overlap: z.number(),
  query: z.string(),
  subset_id: z.int().nullable(),
  /** The dataset version whose annotations are the truth; null for the annotations of the project. */
  snapshot_id: z.int().nullable(),
  snapshot_name: z.string().nullable(),
  only_predicted: z.boolean(),
  state: z.enum(['running', 'ready', 'failed']),
  job_id: z.string().nullable(),
  error: z.string().nullable(),
  creator: z.string(),
  createdAt: z.string(),
  /** Mean average precision, and F1 at the score where it is highest; null until it is ready. */
  ap: z.number().nullable(),
  f1: z.number().nullable(),
  items: z.int().nullable(),
  result: evaluationResult.nullable(),
});
export type EvaluationView = z.output<typeof evaluationView>;
export type EvaluationLine = Omit<EvaluationView, 'result'>;

/** An item with what is right and wrong in it at a threshold. */
export const evaluationItem = z.object({
  item_id: z.int(),
  name: z.string(),
  right: z.int(),
  /** Objects of another class, missed ones, and predictions of nothing. */
  confused: z.int(),
  missed: z.int(),
  extra: z.int(),
  f1: z.number(),
});
export type EvaluationItem = z.output<typeof evaluationItem>;
