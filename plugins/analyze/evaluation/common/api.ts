import { plainDirection } from '#core/base/common/index.ts';
import { BYTES, defineApi, id, success, z } from '#core/api/common/index.ts';
import { evaluationItem, evaluationView } from './evaluation-shapes.ts';
import { evaluationTasks } from './metric/evaluated-object.ts';
import { predictionSet } from './prediction-shapes.ts';

/** Largest file of predictions, in bytes. */
export const predictionsLimit = 4 * 1024 ** 3;

const label = z
  .string()
  .regex(...plainDirection)
  .trim()
  .max(120);
const name = label.min(1, 'must have 1 to 120 characters');
const person = z.string().trim().toLowerCase().min(3).max(320);

const inProject = z.strictObject({ project_id: id });
const ofSet = z.strictObject({ project_id: id, prediction_set_id: id });
const ofEvaluation = z.strictObject({ project_id: id, evaluation_id: id });
const shared = { access: 'GenerateAnalytics', project: 'params.project_id' } as const;

/**
 * The request of an evaluation: a prediction set or the copies of an annotator, against the annotations or another's
 * copies.
 */
export const evaluationRequest = z.strictObject({
  task: z.enum(evaluationTasks),
  /** The predictions; absent when an annotator is compared. */
  prediction_set_id: id.optional(),
  /** E-mail of the person whose copies are compared. */
  annotator: person.optional(),
  /** E-mail of the person whose copies are taken as the truth; the annotations of the items when absent. */
  reference: person.optional(),
  /** Intersection over union from which an object counts as found, for precision, recall, F1 and confusion. */
  overlap: z.number().min(0.05).max(1).default(0.5),
  /** Explore query of the items; all when empty. */
  query: z.string().max(100_000).default(''),
  subset_id: id.optional(),
  /** A version of the dataset: its items with the annotations that were frozen. */
  snapshot_id: id.optional(),
  /** Leaves out items without predictions, instead of counting their objects as missed. */
  only_predicted: z.boolean().default(false),
});
export type EvaluationRequest = z.output<typeof evaluationRequest>;

/** Prediction sets of a project, and their evaluation against its annotations. */
export const evaluationApi = defineApi({
  service: 'main',
  operations: {
    listPredictionSets: {
      ...shared,
      method: 'GET',
      path: '/api/v1/project/:project_id/prediction-sets',
      summary: 'Prediction sets of a project, newest first',
      params: inProject,
      reply: z.object({ data: z.array(predictionSet), count: z.int() }),
    },
    uploadPredictionSet: {
      ...shared,
      method: 'PUT',
      path: '/api/v1/project/:project_id/prediction-sets',
      summary: 'Send predictions; a job reads them, and they are kept apart from the annotations',
      status: 202,
      params: inProject,
      query: z.strictObject({
        file_name: z.string().min(1).max(1000),
        name,
        model: label.default(''),
        version: label.default(''),
      }),
      body: BYTES,
      bodyLimit: predictionsLimit,
      bodyReason: 'Predictions of a model for a whole project',
      reply: predictionSet,
    },
    getPredictionSet: {
      ...shared,
      method: 'GET',
      path: '/api/v1/project/:project_id/prediction-sets/:prediction_set_id',
      summary: 'One prediction set with what matched the project',
      params: ofSet,
      reply: predictionSet,
    },
    updatePredictionSet: {
      ...shared,
      method: 'PATCH',
      path: '/api/v1/project/:project_id/prediction-sets/:prediction_set_id',
      summary: 'Keep a prediction set that was read, or change its name, model and version',
      params: ofSet,
      body: z.strictObject({
        name: name.optional(),
        model: label.optional(),
        version: label.optional(),
        kept: z.literal(true).optional(),
      }),
      reply: predictionSet,
    },
    deletePredictionSet: {
      ...shared,
      method: 'DELETE',
      path: '/api/v1/project/:project_id/prediction-sets/:prediction_set_id',
      summary: 'Delete a prediction set with its evaluations, or stop reading it',
      params: ofSet,
      reply: success,
    },
    listEvaluations: {
      ...shared,
      method: 'GET',
      path: '/api/v1/project/:project_id/evaluations',
      summary: 'Evaluations of a project, newest first, at most 200',
      params: inProject,
      reply: z.object({ data: z.array(evaluationView.omit({ result: true })), count: z.int() }),
    },
    startEvaluation: {
      ...shared,
      method: 'POST',
      path: '/api/v1/project/:project_id/evaluations',
      summary: 'Compare predictions or an annotator with the annotations, by a job',
      status: 202,
      params: inProject,
      body: evaluationRequest,
      reply: evaluationView,
    },
    getEvaluation: {
      ...shared,
      method: 'GET',
      path: '/api/v1/project/:project_id/evaluations/:evaluation_id',
      summary: 'One evaluation with its figures',
      params: ofEvaluation,
      reply: evaluationView,
    },
    deleteEvaluation: {
      ...shared,
      method: 'DELETE',
      path: '/api/v1/project/:project_id/evaluations/:evaluation_id',
      summary: 'Delete an evaluation, or stop it',
      params: ofEvaluation,
      reply: success,
    },
    listEvaluatedItems: {
      ...shared,
      method: 'GET',
      path: '/api/v1/project/:project_id/evaluations/:evaluation_id/items',
      summary: 'Items of an evaluation, the worst first, or those of one cell of its confusion matrix',
      params: ofEvaluation,
      query: z.strictObject({
        /** Hundredth of the score from which predictions count. */
        step: z.coerce.number().int().min(0).max(100).default(0),
        /** Places of classes in the result: those of one cell; -1 is the background. */
        truth: z.coerce.number().int().min(-1).max(100_000).optional(),
        predicted: z.coerce.number().int().min(-1).max(100_000).optional(),
        offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(500).default(50),
      }),
      reply: z.object({ data: z.array(evaluationItem), count: z.int() }),
    },
  },
});
