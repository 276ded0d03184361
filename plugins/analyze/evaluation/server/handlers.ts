import type { Handlers } from '#core/api/server/index.ts';
import type { evaluationApi } from '../common/api.ts';
import type { EvaluatedItems } from './evaluated-items.ts';
import type { Evaluations } from './evaluations.ts';
import type { PredictionSets } from './prediction-sets.ts';

/** Handlers of prediction sets and evaluations. */
export function evaluationHandlers(
  sets: PredictionSets,
  evaluations: Evaluations,
  items: EvaluatedItems,
): Handlers<typeof evaluationApi> {
  return {
    async listPredictionSets({ params }, context) {
      const data = [...(await sets.list(context, params.project_id))];
      return { data, count: data.length };
    },
    uploadPredictionSet: ({ params, query, stream }, context) =>
      sets.upload(context, params.project_id, { fileName: query.file_name, names: query, source: stream }),
    getPredictionSet: ({ params }, context) => sets.get(context, params.project_id, params.prediction_set_id),
    updatePredictionSet: ({ params, body }, context) =>
      sets.update(context, params.project_id, params.prediction_set_id, body),
    async deletePredictionSet({ params }, context) {
      await sets.delete(context, params.project_id, params.prediction_set_id);
      return { success: true };
    },
    async listEvaluations({ params }, context) {
      const data = [...(await evaluations.list(context, params.project_id))];
      return { data, count: data.length };
    },
    startEvaluation: ({ params, body }, context) => evaluations.start(context, params.project_id, body),
    getEvaluation: ({ params }, context) => evaluations.get(context, params.project_id, params.evaluation_id),
    async deleteEvaluation({ params }, context) {
      await evaluations.delete(context, params.project_id, params.evaluation_id);
      return { success: true };
    },
    async listEvaluatedItems({ params, query }, context) {
      await evaluations.row(context, params.project_id, params.evaluation_id);
      return items.list(context, params.project_id, params.evaluation_id, query);
    },
  };
}
