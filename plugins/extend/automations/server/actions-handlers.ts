import type { Handlers } from '#core/api/server/index.ts';
import { isIsolating, prepareBuild, pythonProblem } from '#core/sandbox/server/index.ts';
import type { actionsApi } from '../common/actions-api.ts';
import type { CustomTasks } from './custom-tasks.ts';
import type { DryRun } from './dry-run.ts';
import type { PackageMirror } from './packages/package-mirror.ts';
import type { Secrets } from './secrets.ts';
import type { TestCases } from './test-cases.ts';

interface Services {
  readonly secrets: Secrets;
  readonly tasks: CustomTasks;
  readonly dryRun: DryRun;
  readonly tests: TestCases;
  readonly mirror: PackageMirror;
}

/** Calls of secrets and custom actions. */
export function actionsHandlers({ secrets, tasks, dryRun, tests, mirror }: Services): Handlers<typeof actionsApi> {
  return {
    listSecrets: async (_, context) => ({ data: await secrets.list(context) }),
    createSecret: ({ body }, context) => secrets.create(context, body),
    updateSecret: ({ params, body }, context) => secrets.update(context, params.secret_id, body),
    async deleteSecret({ params }, context) {
      await secrets.remove(context, params.secret_id);
      return { success: true };
    },
    listCustomTasks: async (_, context) => ({ data: await tasks.list(context) }),
    createCustomTask: ({ body }, context) => tasks.create(context, body),
    async getCustomTask({ params }, context) {
      const task = await tasks.get(context, params.custom_task_id);
      // Whoever opens the code of an action is about to build it.
      prepareBuild();
      return task;
    },
    saveCustomTask: ({ params, body: { revision, ...draft } }, context) =>
      tasks.save(context, params.custom_task_id, draft, revision),
    async deleteCustomTask({ params }, context) {
      await tasks.remove(context, params.custom_task_id);
      return { success: true };
    },
    async deployCustomTask({ params, body }, context) {
      const { draft } = await tasks.get(context, params.custom_task_id);
      if (body.despite_tests !== true) await tests.demandPassed(context, params.custom_task_id, draft);
      return tasks.deploy(context, params.custom_task_id, body.revision);
    },
    listRunners: async () => ({
      isolation: (await isIsolating()) ? 'full' : 'reduced',
      runners: [
        { interpreter: 'typescript', problem: null },
        { interpreter: 'python', problem: (await pythonProblem()) ?? null },
      ],
      packages: mirror.available,
    }),
    async readPackageTypes({ body }) {
      const { files, typed, cut } = await mirror.types(body.packages);
      return { files: [...files], typed: [...typed], cut };
    },
    listCustomTaskVersions: async ({ params }, context) => ({
      data: await tasks.versions(context, params.custom_task_id),
    }),
    getCustomTaskVersion: ({ params }, context) => tasks.version(context, params.custom_task_id, params.number),
    async testCustomTask({ params, body: { draft, ...tried } }, context) {
      await tasks.get(context, params.custom_task_id);
      return dryRun.tryCode(context, draft, tried);
    },
  };
}
