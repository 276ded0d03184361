import { defineApi, id, success, z } from '#core/api/common/index.ts';
import { actionCode, writeKinds } from './custom-action.ts';

const ofTest = z.strictObject({ test_case_id: id });
const ofStep = z.strictObject({ task_result_id: id });
const name = z.string().trim().min(1, 'give it a name').max(120, 'use at most 120 characters');
/** Bytes of JSON of one part of a test. */
const MOST_JSON = 65_536;
const json = z.unknown().refine(value => (JSON.stringify(value) ?? '').length <= MOST_JSON, 'use at most 64 KiB');
const object = z
  .record(z.string(), z.unknown())
  .refine(value => JSON.stringify(value).length <= MOST_JSON, 'use at most 64 KiB');

const write = z.strictObject({ type: z.enum(writeKinds), settings: z.record(z.string(), z.unknown()) });

/** Result that code must return, and the changes it must ask for; an absent part is not compared. */
const expectation = z.strictObject({ value: json.optional(), writes: z.array(write).max(20).optional() });

/** Most tests of one action. */
export const MOST_TESTS = 50;

/** A saved input of a custom action, with what is expected of it. */
const draft = {
  name,
  /** Arguments and other fields of the event, such as `previous`. */
  event: object,
  context: object,
  expected: expectation.nullable(),
} as const;
export const testDraft = z.strictObject(draft);
export type TestDraft = z.output<typeof testDraft>;

const stored = z.object({ id: z.int(), custom_task_id: z.int(), ...draft, author: z.string(), updatedAt: z.string() });
export type TestCase = z.output<typeof stored>;

const outcome = z.object({
  name: z.string(),
  /** Null where nothing is expected. */
  passed: z.boolean().nullable(),
  /** Differences from the expectation, for people. */
  differences: z.array(z.string()),
  value: z.unknown(),
  writes: z.array(write),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      /** Places in the source, innermost first. */
      stack: z.string().nullable(),
    })
    .nullable(),
  log: z.string(),
  duration_ms: z.int(),
  memory_mb: z.number().nullable(),
});
export type TestOutcome = z.output<typeof outcome>;

/** Saved tests of custom actions. */
export const testsApi = defineApi({
  service: 'automations',
  operations: {
    listTestCases: {
      method: 'GET',
      path: '/zimmer/api/v1/test_case',
      summary: 'Tests of a custom action, by name',
      access: 'ViewAutomations',
      query: z.strictObject({ custom_task_id: id }),
      reply: z.object({ data: z.array(stored) }),
    },
    createTestCase: {
      method: 'POST',
      path: '/zimmer/api/v1/test_case',
      summary: 'Save a test of a custom action',
      access: 'ManagePipelines',
      status: 201,
      body: z.strictObject({ custom_task_id: id, ...draft }),
      reply: stored,
    },
    saveTestCase: {
      method: 'PUT',
      path: '/zimmer/api/v1/test_case/:test_case_id',
      summary: 'Replace a test of a custom action',
      access: 'ManagePipelines',
      params: ofTest,
      body: testDraft,
      reply: stored,
    },
    deleteTestCase: {
      method: 'DELETE',
      path: '/zimmer/api/v1/test_case/:test_case_id',
      summary: 'Delete a test of a custom action',
      access: 'ManagePipelines',
      params: ofTest,
      reply: success,
    },
    makeTestOfStep: {
      method: 'POST',
      path: '/zimmer/api/v1/task_result/:task_result_id/test_case',
      summary: 'Save a test with the event, context and result of a step that ran a custom action',
      access: 'ManagePipelines',
      status: 201,
      params: ofStep,
      body: z.strictObject({ name }),
      reply: stored,
    },
    runTests: {
      method: 'POST',
      path: '/zimmer/api/v1/test_case/run',
      summary: 'Run code on inputs; changes are recorded and not made, and requests other than GET and HEAD not sent',
      access: 'ManagePipelines',
      body: z.strictObject({
        custom_task_id: id,
        draft: actionCode,
        tests: z.array(testDraft).min(1, 'give at least one test').max(MOST_TESTS),
      }),
      reply: z.object({ data: z.array(outcome) }),
    },
    replaySteps: {
      method: 'POST',
      path: '/zimmer/api/v1/task_result/replay',
      summary: 'Run finished steps once more, or the failed ones of runs; asking again for the same step does nothing',
      access: 'ManagePipelines',
      status: 202,
      body: z.strictObject({
        task_result_ids: z.array(id).max(200).default([]),
        run_ids: z.array(id).max(200).default([]),
      }),
      /** Steps that were added now. */
      reply: z.object({ replayed: z.int() }),
    },
  },
});
