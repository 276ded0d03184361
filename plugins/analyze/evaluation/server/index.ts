import { defineServerHalf } from '#core/kernel/server/index.ts';
import { evaluationApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { ComparedItems } from './compared-items.ts';
import { EvaluatedItems } from './evaluated-items.ts';
import { EvaluationRun } from './evaluation-run.ts';
import { Evaluations } from './evaluations.ts';
import { evaluationHandlers } from './handlers.ts';
import { ImageIds } from './image-ids.ts';
import { PredictionFiles } from './prediction-file.ts';
import { PredictionIntake } from './prediction-intake.ts';
import { PredictionSets } from './prediction-sets.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    container.bind(PredictionSets).toSelf();
    container.bind(ImageIds).toSelf();
    container.bind(PredictionFiles).toSelf();
    container.bind(PredictionIntake).toSelf();
    container.bind(Evaluations).toSelf();
    container.bind(ComparedItems).toSelf();
    container.bind(EvaluationRun).toSelf();
    container.bind(EvaluatedItems).toSelf();
  },
  activate({ get, implement, job }) {
    implement(evaluationApi, evaluationHandlers(get(PredictionSets), get(Evaluations), get(EvaluatedItems)));
    const [intake, evaluation] = [get(PredictionIntake), get(EvaluationRun)];
    job('read', (run, context) => intake.run(run, context));
    job('evaluate', (run, context) => evaluation.run(run, context));
  },
});
