import { isDeepStrictEqual } from 'node:util';
import { inject, injectable } from 'inversify';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import type { ActionCode } from '../common/custom-action.ts';
import type { ActionNode } from '../common/pipeline.ts';
import { everywhere } from '../common/pipeline.ts';
import type { TestCase, TestDraft, TestOutcome } from '../common/tests-api.ts';
import { MOST_TESTS, testDraft } from '../common/tests-api.ts';
import { CustomCode } from './actions/custom-code.ts';
import type { AutomationTables, RunContext } from './automation-tables.ts';

type Trx = Kysely<AutomationTables>;
type TestRow = Selectable<AutomationTables['automations.test_case']>;

/** Saved tests of custom actions: inputs with what is expected of them. */
@injectable()
export class TestCases {
  constructor(@inject(CustomCode) private readonly code: CustomCode) {}

  /** By name. @throws Fault NOT_FOUND */
  async list(context: RequestContext, taskId: number): Promise<TestCase[]> {
    return context.transaction(async (trx: Trx) => {
      await demandTask(trx, taskId);
      return (await rowsOf(trx, taskId)).map(viewOf);
    });
  }

  /** @throws Fault NOT_FOUND, NAME_EXISTS (409), TEST_LIMIT (422) */
  async create(context: RequestContext, taskId: number, draft: TestDraft): Promise<TestCase> {
    return named(
      draft.name,
      context.transaction(async (trx: Trx) => {
        await demandTask(trx, taskId);
        await sql`select pg_advisory_xact_lock(hashtext('automations.test_case'), ${taskId})`.execute(trx);
        if ((await rowsOf(trx, taskId)).length >= MOST_TESTS)
          throw new Fault('TEST_LIMIT', `An action can have ${MOST_TESTS} tests. Delete one that is not needed.`, {
            status: 422,
            details: { limit: MOST_TESTS },
          });
        const row = await trx
          .insertInto('automations.test_case')
          .values({
            team_id: context.team.id,
            custom_task_id: taskId,
            ...columnsOf(draft),
            author_email: context.user.email,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return viewOf(row);
      }),
    );
  }

  /** @throws Fault NOT_FOUND, NAME_EXISTS (409) */
  async save(context: RequestContext, id: number, draft: TestDraft): Promise<TestCase> {
    return named(
      draft.name,
      context.transaction(async (trx: Trx) => {
        const row = await trx
          .updateTable('automations.test_case')
          .set({ ...columnsOf(draft), author_email: context.user.email, updated_at: new Date() })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) throw notFound('The test');
        return viewOf(row);
      }),
    );
  }

  /** @throws Fault NOT_FOUND */
  async remove(context: RequestContext, id: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('automations.test_case')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw notFound('The test');
    });
  }

  /** Saves what a step of a run got and gave as a test of its action. @throws Fault NOT_FOUND, INVALID_FIELD */
  async ofStep(context: RequestContext, stepId: number, name: string): Promise<TestCase> {
    const { taskId, draft } = await context.transaction(async (trx: Trx) => {
      const step = await trx
        .selectFrom('automations.step as step')
        .innerJoin('automations.run as run', join =>
          join.onRef('run.team_id', '=', 'step.team_id').onRef('run.id', '=', 'step.run_id'),
        )
        .innerJoin('automations.version as version', join =>
          join
            .onRef('version.team_id', '=', 'run.team_id')
            .onRef('version.pipeline_id', '=', 'run.pipeline_id')
            .onRef('version.version', '=', 'run.version'),
        )
        .select(['step.node_id', 'step.action_type', 'step.state', 'step.output', 'step.trace', 'run.type'])
        .select(['run.context', 'version.graph'])
        .where('step.id', '=', stepId)
        .executeTakeFirst();
      if (step === undefined) throw notFound('The step');
      if (step.action_type !== 'custom')
        throw invalidField('task_result_id', 'must be a step that ran a custom action');
      const node = step.graph.nodes.find(each => each.id === step.node_id) as ActionNode;
      const event = {
        ...(node.settings['event_object'] as Readonly<Record<string, unknown>> | undefined),
        event: step.type,
        previous: step.trace?.previous ?? null,
      };
      const expected = step.state === 'COMPLETED' ? { value: step.output } : null;
      const read = testDraft.safeParse({ name, event, context: step.context, expected });
      if (!read.success)
        throw invalidField('task_result_id', 'must be a step whose event, context and result have at most 64 KiB each');
      return { taskId: Number(node.settings['custom_task_id']), draft: read.data };
    });
    return this.create(context, taskId, draft);
  }

  /** Runs code on inputs without effects. @throws Fault CODE_INVALID, SECRET_MISSING, PYTHON_OFF (422) */
  async run(context: RequestContext, settings: ActionCode, tests: readonly TestDraft[]): Promise<TestOutcome[]> {
    const inputs = tests.map(({ event, context: state }, at) => ({
      stepId: at,
      runId: at,
      event: typeof event['event'] === 'string' ? event['event'] : 'item fired',
      projectId: null,
      itemId: null,
      context: state as RunContext,
      ts_ms: Date.now(),
      attempt: 1,
      previous: event['previous'] ?? null,
      argument: event,
    }));
    const outcomes = await this.code.decide(context, settings, everywhere, inputs);
    return outcomes.map((outcome, at) => {
      const { name, expected } = tests[at]!;
      const failed = outcome.result === 'failure' ? outcome.error : undefined;
      const decided =
        outcome.result === 'failure'
          ? { value: null, writes: [] }
          : (outcome.output as Pick<TestOutcome, 'writes'> & { value: unknown });
      const differences = failed === undefined ? differencesOf(expected, decided) : [failed.message];
      return {
        name,
        passed: expected === null ? (failed === undefined ? null : false) : differences.length === 0,
        differences,
        ...decided,
        error: failed === undefined ? null : { ...failed, stack: outcome.trace?.stack ?? null },
        log: outcome.log ?? '',
        duration_ms: Math.round(outcome.trace?.run_ms ?? 0),
        memory_mb: outcome.trace?.memory_mb ?? null,
      };
    });
  }

  /** Runs the saved tests of an action. @throws Fault TESTS_FAILED (422) with those that failed */
  async demandPassed(context: RequestContext, taskId: number, settings: ActionCode): Promise<void> {
    const tests = await this.list(context, taskId);
    if (tests.length === 0) return;
    const failed = (await this.run(context, settings, tests)).filter(each => each.passed === false);
    if (failed.length > 0)
      throw new Fault(
        'TESTS_FAILED',
        `${failed.length} of ${tests.length} tests failed: ${failed.map(each => each.name).join(', ')}. Nothing is deployed.`,
        { status: 422, details: { tests: failed.map(({ name, differences }) => ({ name, differences })) } },
      );
  }
}

/** Returns what of a result is not as expected, for people. */
function differencesOf(
  expected: TestDraft['expected'],
  { value, writes }: { readonly value: unknown; readonly writes: unknown },
): string[] {
  const of = (title: string, wanted: unknown, got: unknown): string[] =>
    wanted === undefined || isDeepStrictEqual(wanted, got)
      ? []
      : [`${title}: expected ${short(wanted)}, got ${short(got)}`];
  return [...of('Result', expected?.value, value), ...of('Changes', expected?.writes, writes)];
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

async function demandTask(trx: Trx, id: number): Promise<void> {
  const found = await trx.selectFrom('automations.custom_task').select('id').where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw notFound('The action');
}

const rowsOf = (trx: Trx, taskId: number): Promise<TestRow[]> =>
  trx
    .selectFrom('automations.test_case')
    .selectAll()
    .where('custom_task_id', '=', taskId)
    .orderBy(sql`lower(name)`)
    .execute();

const columnsOf = ({ name, event, context, expected }: TestDraft) => ({
  name,
  event: JSON.stringify(event),
  context: JSON.stringify(context),
  expected: expected === null ? null : JSON.stringify(expected),
});

const viewOf = (row: TestRow): TestCase => ({
  id: row.id,
  custom_task_id: row.custom_task_id,
  name: row.name,
  event: row.event,
  context: row.context,
  expected: row.expected,
  author: row.author_email,
  updatedAt: row.updated_at.toISOString(),
});

const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (asUniqueViolation(error)?.constraint !== 'test_case_name') throw error;
    throw new Fault('NAME_EXISTS', `There is a test called “${name}” already. Choose another name.`, {
      status: 409,
      details: { field: 'name' },
    });
  });
