import { Readable } from 'node:stream';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import { streamReply } from '#core/api/server/index.ts';
import { csvCell } from '#core/base/common/index.ts';
import type { formModelsApi, modelsApi } from '../common/api.ts';
import type { RunView } from '../common/model.ts';
import type { Credentials } from './credentials.ts';
import type { ModelRuns } from './model-runs.ts';
import type { Models } from './models.ts';
import type { RunFilter, RunLog } from './run-log.ts';
import type { ScriptFetch } from './script-fetch.ts';

interface Services {
  readonly credentials: Credentials;
  readonly models: Models;
  readonly runs: ModelRuns;
  readonly log: RunLog;
}

/** Proxies must hand the events on as they come. */
const EVENTS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const;

export function modelsHandlers({ credentials, models, runs, log }: Services): Handlers<typeof modelsApi> {
  return {
    listCredentials: async (_, context) => ({ credentials: await credentials.list(context) }),
    createCredential: ({ body }, context) => credentials.create(context, body),
    updateCredential: ({ params, body }, context) => credentials.update(context, params.credential_id, body),
    async deleteCredential({ params }, context) {
      await credentials.remove(context, params.credential_id);
      return { success: true };
    },
    checkCredential: ({ params }, context) => credentials.check(context, params.credential_id),
    listModels: async (_, context) => ({ models: await models.list(context) }),
    createModel: ({ body }, context) => models.create(context, body),
    updateModel: ({ params, body }, context) => models.update(context, params.model_id, body),
    async deleteModel({ params }, context) {
      await models.remove(context, params.model_id);
      return { success: true };
    },
    tryModel: async ({ params, body }, context) =>
      streamReply(await runs.trial(context, params.model_id, body.prompt), EVENTS),
    getBudget: (_, context) => log.budget(context),
    putBudget: ({ body }, context) => log.setBudget(context, body.monthly_tokens),
    listRuns: ({ query }, context) => log.list(context, query),
    downloadRuns: async ({ query }, context) =>
      streamReply(Readable.from(csvLines(log, context, query, await runPage(log, context, query, 0))), {
        'content-type': 'text/csv; charset=utf-8',
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="model-calls.csv"',
      }),
  };
}

export function formModelsHandlers({
  models,
  runs,
  fetches,
}: Pick<Services, 'models' | 'runs'> & { readonly fetches: ScriptFetch }): Handlers<typeof formModelsApi> {
  return {
    projectModels: async ({ params }, context) => ({
      models: (await models.ofProject(context, params.project_id)).map(({ name, settings }) => ({
        name,
        description: settings.description,
      })),
    }),
    runModel: async ({ params, body }, context) =>
      streamReply(await runs.inProject(context, params.project_id, body), EVENTS),
    scriptFetch: ({ params, body }, context) => fetches.send(context, params.project_id, body),
  };
}

const PAGE = 2000;
const MOST_LINES = 100_000;
const COLUMNS = [
  'time',
  'kind',
  'who',
  'project',
  'item',
  'target',
  'state',
  'input_tokens',
  'output_tokens',
  'estimated',
  'cost_usd',
  'latency_ms',
  'error',
] as const;

const runPage = async (
  log: RunLog,
  context: RequestContext,
  filter: RunFilter,
  offset: number,
): Promise<readonly RunView[]> => (await log.list(context, { ...filter, offset, limit: PAGE })).data;

/** The first page is read before the answer begins, so that a question the database refuses still gets an error. */
async function* csvLines(
  log: RunLog,
  context: RequestContext,
  filter: RunFilter,
  first: readonly RunView[],
): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  let runs = first;
  for (let offset = PAGE; ; offset += PAGE) {
    if (runs.length > 0) yield runs.map(line).join('');
    if (runs.length < PAGE || offset >= MOST_LINES) return;
    runs = await runPage(log, context, filter, offset);
  }
}

const line = (run: RunView): string =>
  `${[
    run.created_at,
    run.kind,
    csvCell(run.email),
    csvCell(run.project_name ?? ''),
    csvCell(run.item_name ?? ''),
    csvCell(run.target),
    run.state,
    run.input_tokens,
    run.output_tokens,
    run.estimated,
    run.cost ?? '',
    run.latency_ms ?? '',
    csvCell(run.error ?? ''),
  ].join(',')}\r\n`;
