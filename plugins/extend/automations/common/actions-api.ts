import { defineApi, id, success, z } from '#core/api/common/index.ts';
import { actionCode, actionPackages, interpreters, secretName } from './custom-action.ts';
import { dryRunResult, MOST_DRY_ITEMS } from './dry-run.ts';

const ofSecret = z.strictObject({ secret_id: id });
const ofTask = z.strictObject({ custom_task_id: id });
const description = z.string().max(2000, 'use at most 2000 characters');
const taskName = z.string().trim().min(1, 'give it a name').max(120, 'use at most 120 characters');

const values = z.record(secretName, z.string().min(1, 'enter a value').max(32_768, 'use at most 32,768 characters'));

const secret = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** Names only: values are never answered. */
  keys: z.array(z.string()),
  creator: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SecretView = z.output<typeof secret>;

const typeFile = z.object({ path: z.string(), text: z.string() });
export type TypeFile = z.output<typeof typeFile>;

const task = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  interpreter: z.enum(interpreters),
  /** Counts saved drafts. */
  revision: z.int(),
  /** Version that pipelines run; null before the first deployment. */
  deployed: z.int().nullable(),
  /** The draft is not what pipelines run. */
  draft_differs: z.boolean(),
  author: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CustomTask = z.output<typeof task>;

const stored = task.extend({ draft: actionCode });
export type StoredTask = z.output<typeof stored>;

const problem = z.object({ file: z.string(), line: z.int(), column: z.int(), message: z.string() });
export type CodeProblem = z.output<typeof problem>;

/** Secrets, and actions whose code the team writes. */
export const actionsApi = defineApi({
  service: 'automations',
  operations: {
    listSecrets: {
      method: 'GET',
      path: '/zimmer/api/v1/secret',
      summary: 'Secrets of the team with the names of their keys; values are never answered',
      access: 'ManagePipelines',
      reply: z.object({ data: z.array(secret) }),
    },
    createSecret: {
      method: 'POST',
      path: '/zimmer/api/v1/secret',
      summary: 'Create a secret of one or more keys',
      access: 'ManagePipelines',
      status: 201,
      body: z.strictObject({ name: secretName, description, values }),
      reply: secret,
    },
    updateSecret: {
      method: 'PUT',
      path: '/zimmer/api/v1/secret/:secret_id',
      summary: 'Replace or add values of a secret, and remove keys; the other keys stay',
      access: 'ManagePipelines',
      params: ofSecret,
      body: z.strictObject({ description, values, remove: z.array(secretName).max(50) }),
      reply: secret,
    },
    deleteSecret: {
      method: 'DELETE',
      path: '/zimmer/api/v1/secret/:secret_id',
      summary: 'Delete a secret; 409 with its users while a pipeline or an action uses it',
      access: 'ManagePipelines',
      params: ofSecret,
      reply: success,
    },
    listCustomTasks: {
      method: 'GET',
      path: '/zimmer/api/v1/custom_task',
      summary: 'Custom actions of the team, by name',
      access: 'ViewAutomations',
      reply: z.object({ data: z.array(task) }),
    },
    createCustomTask: {
      method: 'POST',
      path: '/zimmer/api/v1/custom_task',
      summary: 'Create a custom action as a draft',
      access: 'ManagePipelines',
      status: 201,
      body: z.strictObject({ name: taskName, description, draft: actionCode }),
      reply: stored,
    },
    getCustomTask: {
      method: 'GET',
      path: '/zimmer/api/v1/custom_task/:custom_task_id',
      summary: 'A custom action with its draft',
      access: 'ViewAutomations',
      params: ofTask,
      reply: stored,
    },
    saveCustomTask: {
      method: 'PUT',
      path: '/zimmer/api/v1/custom_task/:custom_task_id',
      summary: 'Save the draft of a custom action; 409 when it was saved since',
      access: 'ManagePipelines',
      params: ofTask,
      body: z.strictObject({ name: taskName, description, draft: actionCode, revision: z.int().positive() }),
      reply: stored,
    },
    deployCustomTask: {
      method: 'POST',
      path: '/zimmer/api/v1/custom_task/:custom_task_id/deploy',
      summary: 'Build the draft and let pipelines run it; 422 with the lines of what is wrong, or the tests that fail',
      access: 'ManagePipelines',
      params: ofTask,
      body: z.strictObject({
        revision: z.int().positive(),
        /** Deploys although tests fail. */
        despite_tests: z.boolean().optional(),
      }),
      reply: stored,
    },
    listRunners: {
      method: 'GET',
      path: '/zimmer/api/v1/dashboard/runner',
      summary: 'What code can run on this server, and what contains it',
      access: 'ViewAutomations',
      reply: z.object({
        /**
         * Full: own namespaces without network, files and capabilities. Reduced: the WebAssembly sandbox and
         * permissions of Node only.
         */
        isolation: z.enum(['full', 'reduced']),
        runners: z.array(z.object({ interpreter: z.enum(interpreters), problem: z.string().nullable() })),
        /** True where actions can have packages of a registry. */
        packages: z.boolean(),
      }),
    },
    readPackageTypes: {
      method: 'POST',
      path: '/zimmer/api/v1/package_types',
      reads: true,
      cost: 10,
      summary: 'Types that packages of the registry come with, for the editor of code; nothing of them is run',
      access: 'ManagePipelines',
      body: z.strictObject({ packages: actionPackages }),
      reply: z.object({
        /** Path below the code, such as `node_modules/area/index.d.ts`. */
        files: z.array(typeFile),
        /** Packages that come with types. */
        typed: z.array(z.string()),
        /** True when there are more types than the editor takes. */
        cut: z.boolean(),
      }),
    },
    listCustomTaskVersions: {
      method: 'GET',
      path: '/zimmer/api/v1/custom_task/:custom_task_id/version',
      summary: 'Deployed versions of a custom action, newest first',
      access: 'ViewAutomations',
      params: ofTask,
      reply: z.object({ data: z.array(z.object({ version: z.int(), author: z.string(), createdAt: z.string() })) }),
    },
    getCustomTaskVersion: {
      method: 'GET',
      path: '/zimmer/api/v1/custom_task/:custom_task_id/version/:number',
      summary: 'One deployed version of a custom action',
      access: 'ViewAutomations',
      params: z.strictObject({ custom_task_id: id, number: id }),
      reply: z.object({ version: z.int(), settings: actionCode }),
    },
    testCustomTask: {
      method: 'POST',
      path: '/zimmer/api/v1/custom_task/:custom_task_id/test',
      summary: 'Run code on chosen items without changing them; requests other than GET and HEAD are not sent',
      access: 'ManagePipelines',
      params: ofTask,
      body: z.strictObject({
        draft: actionCode,
        event_object: z.record(z.string().max(60), z.unknown()).optional(),
        project_id: id,
        item_ids: z.array(id).min(1, 'choose at least one item').max(MOST_DRY_ITEMS),
      }),
      reply: dryRunResult,
    },
    deleteCustomTask: {
      method: 'DELETE',
      path: '/zimmer/api/v1/custom_task/:custom_task_id',
      summary: 'Delete a custom action; 409 with its users while a pipeline uses it',
      access: 'ManagePipelines',
      params: ofTask,
      reply: success,
    },
  },
});
