import { defineServerPlugin } from '#core/kernel/server/index.ts';
import { Projects } from '#plugins/projects/server/kit/index.ts';
import { scoresApi, scoreValuesApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { Scores, ScoreValues } from './kit/index.ts';
import { scoresHandlers, scoreValuesHandlers } from './scores-handlers.ts';

export default defineServerPlugin(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [Scores, ScoreValues],
  bindings(container) {
    container.bind(Scores).toSelf();
    container.bind(ScoreValues).toSelf();
  },
  activate({ get, implement }) {
    implement(scoresApi, scoresHandlers(get(Scores), get(ScoreValues), get(Projects)));
    implement(scoreValuesApi, scoreValuesHandlers(get(ScoreValues)));
  },
});
