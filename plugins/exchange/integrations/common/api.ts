import { BYTES, defineApi, id, success, z } from '#core/api/common/index.ts';
import { attachPreview, integration, integrationCheck, storedEntry } from './integration.ts';

const inProject = z.strictObject({ project_id: id, integration_id: id });
const of = z.strictObject({ integration_id: id });
/** Keys and rules of `config` and `secrets` depend on the type: `GET /integrations/rules` returns them. */
const draft = z.looseObject({
  name: z.string().max(1000),
  type: z.union([z.int(), z.string().max(50)]),
  root: z.string().max(1000).optional(),
  config: z.looseObject({}).optional(),
  secrets: z.looseObject({}).nullish(),
});

/** Integrations of a team. */
export const integrationsApi = defineApi({
  service: 'main',
  operations: {
    listIntegrations: {
      method: 'GET',
      path: '/integrations',
      summary: 'Integrations of the team, for who may use them in one of its projects',
      access: 'team-member',
      query: z.looseObject({}),
      reply: z.object({ integrations: z.array(integration) }),
    },
    integrationRules: {
      method: 'GET',
      path: '/integrations/rules',
      summary: 'JSON Schema of config and secrets for each type that can be made',
      access: 'UseIntegration',
      query: z.looseObject({}),
      reply: z.record(z.string(), z.object({ title: z.string(), config: z.unknown(), secrets: z.unknown() })),
    },
    integrationNameExists: {
      method: 'GET',
      path: '/integrations/nameExists',
      summary: 'Whether a name can be used for an integration',
      access: 'UseIntegration',
      query: z.looseObject({ name: z.string().max(1000), except: id.optional() }),
      reply: z.object({ exists: z.boolean(), valid: z.boolean(), reason: z.string().optional() }),
    },
    getIntegration: {
      method: 'GET',
      path: '/integrations/:integration_id',
      summary: 'One integration',
      access: 'UseIntegration',
      params: of,
      query: z.looseObject({}),
      reply: integration,
    },
    createIntegration: {
      method: 'POST',
      path: '/integrations',
      summary: 'Connect storage',
      access: 'CreateIntegration',
      status: 201,
      query: z.looseObject({}),
      body: draft,
      reply: integration,
    },
    updateIntegration: {
      method: 'PUT',
      path: '/integrations/:integration_id',
      summary: 'Change an integration; what is absent stays, the type cannot change',
      access: 'CreateIntegration',
      params: of,
      query: z.looseObject({}),
      body: draft.partial(),
      reply: integration,
    },
    deleteIntegration: {
      method: 'DELETE',
      path: '/integrations/:integration_id',
      summary: 'Disconnect storage; its items stay without their files',
      access: 'DeleteIntegration',
      params: of,
      query: z.looseObject({}),
      reply: success,
    },
    checkIntegration: {
      method: 'POST',
      notWhenViewing: true,
      path: '/integrations/:integration_id/check',
      reads: true,
      summary: 'Try whether the storage can be listed and read',
      access: 'UseIntegration',
      params: of,
      query: z.looseObject({}),
      reply: integrationCheck,
    },
    integrationUsage: {
      method: 'GET',
      path: '/integrations/:integration_id/usage',
      summary: 'Projects with items that lie in an integration',
      access: 'UseIntegration',
      params: of,
      query: z.looseObject({}),
      reply: z.object({
        projects: z.array(z.object({ id: z.int(), name: z.string(), items: z.int() })),
        items: z.int(),
      }),
    },
    browseIntegration: {
      method: 'GET',
      path: '/api/v1/project/:project_id/integrations/:integration_id/files',
      summary: 'Files and folders directly below a folder, for who attaches them to a project',
      access: 'UseIntegration',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({ path: z.string().max(1000).optional() }),
      reply: z.object({ files: z.array(storedEntry) }),
    },
    previewAttachment: {
      method: 'GET',
      path: '/api/v1/project/:project_id/integrations/:integration_id/preview',
      summary: 'What attaching a folder would do; nothing is changed',
      access: 'UseIntegration',
      project: 'params.project_id',
      params: inProject,
      query: z.strictObject({ folder_id: id.optional(), path: z.string().max(1000).optional() }),
      reply: attachPreview,
    },
    attachIntegration: {
      method: 'POST',
      path: '/image/integration/create',
      summary: 'Attach the files below a folder of the storage as items, as a job',
      access: 'UseIntegration',
      project: 'body.project_id',
      status: 202,
      query: z.looseObject({}),
      body: z.looseObject({
        project_id: id,
        folder_id: id.nullish(),
        integration_id: id,
        customer_folder_name: z.string().max(1000).nullish(),
        options: z.looseObject({}).nullish(),
      }),
      reply: z.object({ success: z.literal(true), job_id: z.string() }),
    },
    readStoredFile: {
      method: 'GET',
      path: '/integrations/:integration_id/file',
      summary: 'A file of custom storage by signed address',
      access: 'public',
      params: of,
      query: z.looseObject({
        team: z.string().max(20).optional(),
        path: z.string().max(4000).optional(),
        exp: z.string().max(20).optional(),
        sig: z.string().max(100).optional(),
      }),
      reply: BYTES,
    },
  },
});

const chosen = { integration_id: id.optional() } as const;

/** Custom storage: the team's folder on the server. `integration_id` chooses among several; the oldest when absent. */
export const customStorageApi = defineApi({
  service: 'storage',
  operations: {
    files: {
      method: 'GET',
      path: '/files',
      summary: 'Files and folders directly below a path',
      access: 'UseIntegration',
      query: z.looseObject({ ...chosen, path: z.string().max(4000).optional() }),
      reply: z.object({ files: z.array(storedEntry) }),
    },
    file: {
      method: 'GET',
      path: '/file',
      summary: 'The bytes of one file',
      access: 'UseIntegration',
      query: z.looseObject({ ...chosen, file_name: z.string().max(4000) }),
      reply: BYTES,
    },
  },
});
