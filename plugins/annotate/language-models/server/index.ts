import { Egress } from '#core/egress/server/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { SystemHooks } from '#plugins/workspace/system-health/server/kit/index.ts';
import { formModelsApi, modelsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { Credentials } from './credentials.ts';
import { ModelCaller } from './model-caller.ts';
import { ModelRuns } from './model-runs.ts';
import { Models } from './models.ts';
import { formModelsHandlers, modelsHandlers } from './models-handlers.ts';
import { ProviderEngines } from './provider-engines.ts';
import { RunLog } from './run-log.ts';
import { ScriptFetch } from './script-fetch.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  provides: [ModelRuns],
  bindings(container) {
    container
      .bind(ModelCaller)
      .toDynamicValue(() => new ModelCaller(container.get(Egress)))
      .inSingletonScope();
    for (const service of [Credentials, Models, ModelRuns, ProviderEngines, RunLog, ScriptFetch])
      container.bind(service as typeof Models).toSelf();
  },
  activate({ get, find, implement, tap }) {
    const engines = find(SystemHooks)?.engines;
    if (engines !== undefined) tap(engines, async (_, found) => [...found, ...(await get(ProviderEngines).list())]);
    const [models, runs] = [get(Models), get(ModelRuns)];
    implement(modelsApi, modelsHandlers({ models, runs, credentials: get(Credentials), log: get(RunLog) }));
    implement(formModelsApi, formModelsHandlers({ models, runs, fetches: get(ScriptFetch) }));
  },
});
