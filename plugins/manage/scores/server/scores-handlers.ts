import type { Handlers } from '#core/api/server/index.ts';
import type { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { personScoresApi, scoresApi, scoreValuesApi } from '../common/api.ts';
import type { Scores } from './scores.ts';
import type { ScoreHistory } from './score-history.ts';
import type { ScoreValues } from './score-values.ts';

export function scoresHandlers(scores: Scores, values: ScoreValues, projects: Projects): Handlers<typeof scoresApi> {
  return {
    listScores: ({ query }, context) => scores.list(context, query),
    getScore: ({ params }, context) => scores.get(context, params.id),
    createScore: ({ body }, context) => scores.create(context, body),
    updateScore: ({ params, body }, context) => scores.update(context, params.id, body),
    async deleteScore({ params }, context) {
      await scores.remove(context, params.id);
      return { success: true };
    },
    async projectScores({ body }, context) {
      const { id } = await projects.get(context, body.project_id);
      const data = await values.ofProject(context, id);
      return { data, count: data.length };
    },
    async applyScores({ body }, context) {
      const data = await values.put(context, body.project_id, body.data);
      return { data, count: data.length };
    },
  };
}

export function personScoresHandlers(history: ScoreHistory): Handlers<typeof personScoresApi> {
  return { listPersonScores: async ({ query }, context) => ({ data: [...(await history.of(context, query.email))] }) };
}

export function scoreValuesHandlers(values: ScoreValues): Handlers<typeof scoreValuesApi> {
  return {
    listValues: ({ query }, context) => values.list(context, query.project_id, query),
    async putValues({ query, body }, context) {
      const data = await values.put(context, query.project_id, body.data);
      return { data, count: data.length };
    },
  };
}
