import { defineServerHalf } from '#core/kernel/server/index.ts';
import { CustomFieldsHooks } from '#plugins/organize/custom-fields/server/kit/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { personScoresApi, scoresApi, scoreValuesApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { Scores } from './scores.ts';
import { ScoreValues } from './score-values.ts';
import { scoreFields } from './score-fields.ts';
import { ScoreHistory } from './score-history.ts';
import { personScoresHandlers, scoresHandlers, scoreValuesHandlers } from './scores-handlers.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Scores, ScoreValues],
  bindings(container) {
    container.bind(Scores).toSelf();
    container.bind(ScoreValues).toSelf();
    container.bind(ScoreHistory).toSelf();
  },
  activate({ get, implement, tap }) {
    implement(scoresApi, scoresHandlers(get(Scores), get(ScoreValues), get(Projects)));
    implement(personScoresApi, personScoresHandlers(get(ScoreHistory)));
    implement(scoreValuesApi, scoreValuesHandlers(get(ScoreValues)));
    tap(get(CustomFieldsHooks).computed, async (context, fields, pair, projectId) =>
      pair === 'Project/Team'
        ? fields
        : [...fields, ...(await scoreFields(context, get(Scores), get(ScoreValues), projectId))],
    );
  },
});
