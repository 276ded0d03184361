import { BYTES, defineApi, id, page, paged, success, z } from '#core/api/common/index.ts';
import {
  budget,
  credential,
  credentialCheck,
  credentialDraft,
  model,
  modelDraft,
  runRequest,
  runStates,
  runView,
} from './model.ts';

const ofCredential = z.strictObject({ credential_id: id });
const ofModel = z.strictObject({ model_id: id });
const inProject = z.strictObject({ project_id: id });
const filter = {
  state: z.enum(runStates).optional(),
  kind: z.enum(['run', 'try', 'fetch']).optional(),
  text: z.string().max(200).optional(),
};

/** Models of a team: keys, settings, budget, log. */
export const modelsApi = defineApi({
  service: 'main',
  operations: {
    listCredentials: {
      method: 'GET',
      path: '/models/credentials',
      summary: 'Credentials of model providers, without their keys',
      access: 'ManageModelCredentials',
      reply: z.object({ credentials: z.array(credential) }),
    },
    createCredential: {
      method: 'POST',
      path: '/models/credentials',
      summary: 'Keep a key of a provider, tried by a call unless check is false',
      access: 'ManageModelCredentials',
      status: 201,
      body: credentialDraft,
      reply: credential,
    },
    updateCredential: {
      method: 'PUT',
      path: '/models/credentials/:credential_id',
      summary: 'Change a credential; without a key the present one stays',
      access: 'ManageModelCredentials',
      params: ofCredential,
      body: credentialDraft,
      reply: credential,
    },
    deleteCredential: {
      method: 'DELETE',
      path: '/models/credentials/:credential_id',
      summary: 'Delete a credential and its key; refused while a model uses it',
      access: 'ManageModelCredentials',
      params: ofCredential,
      reply: success,
    },
    checkCredential: {
      method: 'POST',
      path: '/models/credentials/:credential_id/check',
      summary: 'Call the provider with a credential',
      access: 'ManageModelCredentials',
      params: ofCredential,
      reply: credentialCheck,
    },
    listModels: {
      method: 'GET',
      path: '/models',
      summary: 'Models of the team with their settings',
      access: 'ManageModels',
      reply: z.object({ models: z.array(model) }),
    },
    createModel: {
      method: 'POST',
      path: '/models',
      summary: 'Make a model of the team',
      access: 'ManageModels',
      status: 201,
      body: modelDraft,
      reply: model,
    },
    updateModel: {
      method: 'PUT',
      path: '/models/:model_id',
      summary: 'Replace the settings of a model',
      access: 'ManageModels',
      params: ofModel,
      body: modelDraft,
      reply: model,
    },
    deleteModel: {
      method: 'DELETE',
      path: '/models/:model_id',
      summary: 'Delete a model; its lines in the log stay',
      access: 'ManageModels',
      params: ofModel,
      reply: success,
    },
    tryModel: {
      method: 'POST',
      path: '/models/:model_id/try',
      summary: 'Ask a model once; the answer is a stream of events',
      access: 'ManageModels',
      cost: 10,
      params: ofModel,
      body: z.strictObject({ prompt: z.string().min(1).max(20_000) }),
      reply: BYTES,
    },
    getBudget: {
      method: 'GET',
      path: '/models/budget',
      summary: 'The monthly tokens of the team, and what is used',
      access: 'ManageModels',
      reply: budget,
    },
    putBudget: {
      method: 'PUT',
      path: '/models/budget',
      summary: 'Set the monthly tokens of the team; null for no limit',
      access: 'ManageModels',
      body: z.strictObject({ monthly_tokens: z.int().min(0).max(1e12).nullable() }),
      reply: budget,
    },
    listRuns: {
      method: 'GET',
      path: '/models/runs',
      summary: 'Calls of models and of form scripts, newest first',
      access: 'ManageModels',
      query: z.strictObject({ ...page, ...filter }),
      reply: paged(runView),
    },
    downloadRuns: {
      method: 'GET',
      notWhenViewing: true,
      path: '/models/runs.csv',
      summary: 'The same as CSV, at most 100 000 lines',
      access: 'ManageModels',
      query: z.strictObject(filter),
      reply: BYTES,
    },
  },
});

/** Calls of forms to models: rights are those of the item. */
export const formModelsApi = defineApi({
  service: 'main',
  operations: {
    projectModels: {
      method: 'GET',
      path: '/api/v1/project/:project_id/models',
      summary: 'Models that forms of a project may use',
      access: 'AnnotateItem',
      project: 'params.project_id',
      params: inProject,
      reply: z.object({ models: z.array(z.object({ name: z.string(), description: z.string() })) }),
    },
    runModel: {
      method: 'POST',
      path: '/api/v1/project/:project_id/models/run',
      summary: 'Ask a model; the answer is a stream of events: start, delta, done or error',
      access: 'AnnotateItem',
      cost: 10,
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'A conversation of 400 messages',
      project: 'params.project_id',
      params: inProject,
      body: runRequest,
      reply: BYTES,
    },
    scriptFetch: {
      method: 'POST',
      path: '/api/v1/project/:project_id/script-fetch',
      summary:
        'A request of a form’s script to a host that the form names, with {{NAME}} of its secure variables filled in',
      access: 'AnnotateItem',
      cost: 10,
      bodyLimit: 8 * 1024 * 1024,
      bodyReason: 'A request of 2 million characters',
      project: 'params.project_id',
      params: inProject,
      body: z.strictObject({
        url: z.string().min(1).max(8000),
        method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
        headers: z.record(z.string().max(200), z.string().max(8000)).default({}),
        body: z.string().max(2_000_000).optional(),
        item_id: id.optional(),
      }),
      reply: z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() }),
    },
  },
});
