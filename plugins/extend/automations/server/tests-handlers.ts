import type { Handlers } from '#core/api/server/index.ts';
import type { testsApi } from '../common/tests-api.ts';
import type { CustomTasks } from './custom-tasks.ts';
import type { StepReplay } from './runs/step-replay.ts';
import type { TestCases } from './test-cases.ts';

interface Services {
  readonly tests: TestCases;
  readonly tasks: CustomTasks;
  readonly replay: StepReplay;
}

/** Calls of tests of custom actions, and of the replay of steps. */
export function testsHandlers({ tests, tasks, replay }: Services): Handlers<typeof testsApi> {
  return {
    listTestCases: async ({ query }, context) => ({ data: await tests.list(context, query.custom_task_id) }),
    createTestCase: ({ body: { custom_task_id, ...draft } }, context) => tests.create(context, custom_task_id, draft),
    saveTestCase: ({ params, body }, context) => tests.save(context, params.test_case_id, body),
    async deleteTestCase({ params }, context) {
      await tests.remove(context, params.test_case_id);
      return { success: true };
    },
    makeTestOfStep: ({ params, body }, context) => tests.ofStep(context, params.task_result_id, body.name),
    async runTests({ body }, context) {
      await tasks.get(context, body.custom_task_id);
      return { data: await tests.run(context, body.draft, body.tests) };
    },
    replaySteps: async ({ body }, context) => ({
      replayed: await replay.replay(context, body.task_result_ids, body.run_ids),
    }),
  };
}
