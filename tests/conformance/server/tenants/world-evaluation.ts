import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp, TestPerson } from '../../../support/test-app.ts';
import type { Ids } from './id-kinds.ts';
import { call } from './world-calls.ts';

interface Stated {
  readonly id: number;
  readonly state: string;
}

/** Two prediction sets that are kept, and two evaluations of the first. */
export async function makeEvaluations(
  app: TestApp,
  owner: TestPerson,
  project_id: number | undefined,
  item_id: number | undefined,
  canary: string,
): Promise<Ids> {
  const results = [{ image_id: item_id, category_name: canary, bbox: [0, 0, 5, 5], score: 0.5 }];
  const settled = async (name: string, params: object): Promise<void> => {
    for (let tries = 0; tries < 200; tries++) {
      const found = await call<Stated>(app, owner, name, { params });
      if (found?.state !== 'reading' && found?.state !== 'running') return;
      await pause(50);
    }
    throw new Error(`${name} did not come to rest.`);
  };
  const send = async (word: string): Promise<number | undefined> => {
    const sent = await call<Stated>(app, owner, 'evaluation.uploadPredictionSet', {
      params: { project_id },
      query: { name: `${canary} ${word}`, file_name: 'results.json' },
      bytes: Buffer.from(JSON.stringify(results)),
    });
    if (sent === undefined) return undefined;
    const params = { project_id, prediction_set_id: sent.id };
    await settled('evaluation.getPredictionSet', params);
    await call(app, owner, 'evaluation.updatePredictionSet', { params, body: { kept: true } });
    return sent.id;
  };
  const [first, second] = [await send('predictions'), await send('second predictions')];
  if (first === undefined || second === undefined) return {};
  const evaluate = async (): Promise<number> => {
    const begun = await call<Stated>(app, owner, 'evaluation.startEvaluation', {
      params: { project_id },
      body: { task: 'boxes', prediction_set_id: first },
    });
    await settled('evaluation.getEvaluation', { project_id, evaluation_id: begun!.id });
    return begun!.id;
  };
  return {
    predictionSet: [first],
    secondPredictionSet: [second],
    evaluation: [await evaluate()],
    secondEvaluation: [await evaluate()],
  };
}
