import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pythonProblem } from '#core/sandbox/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { StoredTask } from '../common/actions-api.ts';
import { actionsApi } from '../common/actions-api.ts';
import type { RunView, StoredPipeline, TaskResult } from '../common/api.ts';
import { automationsApi } from '../common/api.ts';
import { testsApi } from '../common/tests-api.ts';
import type { TestCase, TestOutcome } from '../common/tests-api.ts';
import type { ActionCode } from '../common/custom-action.ts';
import type { DryRunResult } from '../common/dry-run.ts';
import type { PipelineGraph } from '../common/pipeline.ts';
import { codeOf, listAddresses, startedByHand } from './sample-actions.support.ts';

const { operations } = actionsApi;
const runs = automationsApi.operations;
const CANARY = 'canary-value-5fd1c2';

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let stranger: TestPerson;
  let projectId: number;
  let items: readonly number[];
  const requests: { method: string | undefined; token: string | undefined }[] = [];
  const witness = createServer((request, response) => {
    requests.push({ method: request.method, token: request.headers['x-token'] as string | undefined });
    response.end(JSON.stringify({ score: 9 }));
  });
  let origin: string;

  beforeAll(async () => {
    await new Promise<void>(resolve => witness.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(witness.address() as AddressInfo).port}`;
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'workflow', 'form', 'explore', 'notifications', 'automations'],
      settings: { egressAllow: ['127.0.0.1'] },
    });
    owner = (await app.team('North')).owner;
    stranger = (await app.team('South')).owner;
    projectId = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 8 } })).body.id;
    const root = await owner.request<{ id: number }>(
      'GET',
      `/folder/getFolderByName?project_id=${projectId}&name=root`,
    );
    const made = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: projectId,
        folder_id: root.body.id,
        upload_state: 3,
        images: ['a', 'b'].map(name => ({ name, path: 'custom_llm' })),
        meta: {},
      },
    });
    items = made.body.map(each => each.id);
    await owner.call('automations', operations.createSecret, {
      body: { name: 'Scores', description: '', values: { TOKEN: CANARY } },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    witness.close();
    await app?.close();
  }, DATABASE_TIMEOUT_MS);

  const eventually = <T>(look: () => Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 60_000, interval: 50 });
  let names = 0;
  const create = async (draft: ActionCode): Promise<StoredTask> =>
    (
      await owner.call<StoredTask>('automations', operations.createCustomTask, {
        body: { name: `Action ${(names += 1)}`, description: '', draft },
      })
    ).body;
  const deploy = ({ id, revision }: StoredTask): Promise<Answer<StoredTask>> =>
    owner.call<StoredTask>('automations', operations.deployCustomTask, {
      params: { custom_task_id: id },
      body: { revision },
    });
  const test = (id: number, draft: ActionCode): Promise<Answer<DryRunResult>> =>
    owner.call<DryRunResult>('automations', operations.testCustomTask, {
      params: { custom_task_id: id },
      body: { draft, project_id: projectId, item_ids: items },
    });
  const graphOf = (settings: Readonly<Record<string, unknown>>, type = 'custom'): PipelineGraph =>
    startedByHand(projectId, settings, type);
  const pipelineOf = (graph: PipelineGraph): Promise<Answer<StoredPipeline>> =>
    owner.call<StoredPipeline>('automations', runs.createPipeline, {
      body: { name: `Pipeline ${(names += 1)}`, description: '', graph },
    });
  const stepsOf = (runId: number): Promise<Answer<{ data: TaskResult[] }>> =>
    owner.call('automations', runs.listTaskResults, { query: { run_id: runId } });
  const fired = async (graph: PipelineGraph): Promise<readonly TaskResult[]> => {
    const { body: pipeline } = await pipelineOf(graph);
    await owner.call('automations', runs.fireTrigger, {
      body: { pipeline_id: pipeline.id, project_id: projectId, item_ids: [items[0]!] },
    });
    const run = await eventually(async () => {
      const { body } = await owner.call<{ data: RunView[] }>('automations', runs.listRuns, {
        query: { pipeline_id: pipeline.id },
      });
      expect(body.data[0]?.finishedAt).toEqual(expect.any(String));
      return body.data[0]!;
    });
    const steps = await stepsOf(run.id);
    expect(steps.raw.toString()).not.toContain(CANARY);
    return steps.body.data;
  };
  const item = async (id: number): Promise<Record<string, unknown>> =>
    (await owner.request('GET', `/api/v1/project/${projectId}/item/${id}`)).body;

  it('should show in a test what code would change, send no POST, and run it once deployed', async () => {
    const draft = codeOf(
      `log.info('token', secrets.get('Scores.TOKEN'));
       const headers = { 'x-token': secrets.get('Scores.TOKEN') ?? '' };
       const { score } = await (await fetch('${origin}/score', { headers })).json() as { score: number };
       await fetch('${origin}/seen', { method: 'POST', headers, body: '{}' });
       item.setPriority(score);
       item.setStatus('Completed');
       return { name: context.after?.['name'], tolerance: event['tolerance'], token: secrets.get('Scores.TOKEN') };`,
      { hosts: [origin], writes: ['set_priority', 'set_status'], secrets: ['Scores'] },
    );
    const task = await create(draft);
    const tried = await test(task.id, draft);
    expect(tried.raw.toString()).not.toContain(CANARY);
    expect(tried.body.changes.map(each => [each.item_id, each.kind, each.after])).toEqual(
      items.flatMap(id => [
        [id, 'priority', 9],
        [id, 'status', 5],
      ]),
    );
    expect(tried.body.notes).toMatchObject(items.map(id => ({ item_id: id, outcome: 'not_sent' })));
    expect(tried.body.logs[0]?.text).toBe('info token ***Scores***');
    expect(await item(items[0]!)).toMatchObject({ entropy_value: null, annotation_status: 1 });
    expect(requests.map(each => each.method)).toEqual(['GET', 'GET']);

    const undeployed = await pipelineOf(graphOf({ custom_task_id: task.id }));
    expect([undeployed.status, undeployed.body]).toMatchObject([422, { code: 'PIPELINE_INVALID' }]);
    expect((await deploy(task)).body).toMatchObject({ deployed: 1, draft_differs: false });
    const graph = graphOf({ custom_task_id: task.id, event_object: { tolerance: 0.5 } });
    expect(await fired(graph)).toMatchObject([
      {
        state: 'COMPLETED',
        output: { name: 'a', tolerance: 0.5, token: '***Scores***' },
        log: 'info token ***Scores***',
      },
    ]);
    expect(await item(items[0]!)).toMatchObject({ entropy_value: 9, annotation_status: 5 });
    expect(requests.slice(2)).toEqual([
      { method: 'GET', token: CANARY },
      { method: 'POST', token: CANARY },
    ]);
    const used = await owner.call('automations', operations.deleteCustomTask, { params: { custom_task_id: task.id } });
    expect([used.status, used.body]).toMatchObject([409, { code: 'IN_USE' }]);
  });

  it('should keep code to what its settings allow, and name the line of an error', async () => {
    const first = await create(codeOf('return 1;'));
    const outcome = async (body: string, more: Partial<ActionCode> = {}): Promise<string> => {
      const { body: result } = await test(first.id, codeOf(body, more));
      expect(result.changes).toEqual([]);
      return result.notes[0]!.message;
    };
    expect(await outcome(`await fetch('${origin}/x');`)).toContain(`may not reach ${origin}`);
    expect(await outcome(`item.setStatus('Completed');`)).toContain('may not use set_status');
    expect(await outcome(`log.info('x');\n(context as any).nothing.at(1);`)).toMatch(/TypeError: .*\(main\.ts:4:/);
    expect(await outcome(`throw new Error('sent ' + secrets.get('Scores.TOKEN'));`, { secrets: ['Scores'] })).toContain(
      'sent ***Scores***',
    );
    const endless = await create(codeOf('for (;;);', { time_limit: 1 }));
    await deploy(endless);
    const [ended] = await fired(graphOf({ custom_task_id: endless.id }));
    expect(ended).toMatchObject({ state: 'FAILED', error: { code: 'TIMEOUT' } });
    const wrong = { code: 'CODE_INVALID', details: { problems: [{ line: 3 }] } };
    const python = codeOf('', { interpreter: 'python', source: '\n\nx = ]\n' });
    for (const draft of (await pythonProblem()) === undefined ? [codeOf('const = 1;'), python] : [codeOf('const = 1;')])
      expect(await test(first.id, draft)).toMatchObject({ status: 422, body: wrong });
  });

  it('should let code read items, annotations and queries that its settings and the scope allow', async () => {
    const reading = `const own = await items.get(context.after!['id'] as number);
      const all = await items.list({ project_id: own.project_id });
      const found = await items.query({ project_id: own.project_id, query: 'name = b' });
      const { revision } = await annotations.get(own.id);
      const missing = await items.get(999999).catch((error: Error) => error.name);
      return [own.name, all.map(each => each.name), found.map(each => each.name), revision, missing];`;
    const draft = codeOf(reading, { reads: ['items', 'annotations', 'query'] });
    const task = await create(draft);
    await deploy(task);
    const graph = graphOf({ custom_task_id: task.id });
    await eventually(async () =>
      expect(await fired(graph)).toMatchObject([{ output: ['a', ['a', 'b'], ['b'], 0, 'NOT_FOUND'] }]),
    );
    const denied = await test(task.id, codeOf(reading));
    expect(denied.body.notes[0]?.message).toContain('may not read items');
    const other = await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Q', type: 8 } });
    const outside = codeOf(`return items.list({ project_id: ${other.body.id} });`, { reads: ['items'] });
    const second = await create(outside);
    await deploy(second);
    expect(await fired(graphOf({ custom_task_id: second.id }))).toMatchObject([
      { state: 'FAILED', error: { message: expect.stringContaining('outside of the scope') } },
    ]);
  });

  it('should make a test of a step, refuse to deploy what fails it, and replay a step once', async () => {
    const task = await create(
      codeOf(
        `const limit = event['limit'] as number;\nif (limit === 0) throw new Error('no limit');\nreturn limit * 2;`,
      ),
    );
    await deploy(task);
    const [step] = await fired(graphOf({ custom_task_id: task.id, event_object: { limit: 4 } }));
    const made = await owner.call<TestCase>('automations', testsApi.operations.makeTestOfStep, {
      params: { task_result_id: step!.id },
      body: { name: 'Doubles' },
    });
    expect(made.body).toMatchObject({ event: { limit: 4 }, expected: { value: 8 }, context: { op: 'u' } });
    const broken = codeOf(`item.setPriority(1);\nreturn 3;`);
    const outcomes = await owner.call<{ data: TestOutcome[] }>('automations', testsApi.operations.runTests, {
      body: {
        custom_task_id: task.id,
        draft: broken,
        tests: [
          { name: 'One', event: {}, context: {}, expected: { value: 3, writes: [] } },
          { name: 'Two', event: {}, context: {}, expected: { value: 3 } },
        ],
      },
    });
    expect(outcomes.body.data).toMatchObject([
      { passed: false, differences: [expect.stringContaining('Changes: expected []')] },
      { passed: true, writes: [{ type: 'set_priority', settings: { priority: 1 } }], memory_mb: expect.any(Number) },
    ]);
    const saved = await owner.call<StoredTask>('automations', operations.saveCustomTask, {
      params: { custom_task_id: task.id },
      body: { name: task.name, description: '', draft: broken, revision: 1 },
    });
    const refused = await deploy(saved.body);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'TESTS_FAILED', details: { tests: [{ name: 'Doubles', differences: ['Result: expected 8, got 3'] }] } },
    ]);
    const confirmed = await owner.call<StoredTask>('automations', operations.deployCustomTask, {
      params: { custom_task_id: task.id },
      body: { revision: 2, despite_tests: true },
    });
    expect(confirmed.body.deployed).toBe(2);

    const failing = await create(codeOf(`log.info('x');\nthrow new Error('no');`));
    await deploy(failing);
    const [failed] = await fired(graphOf({ custom_task_id: failing.id }));
    expect(failed).toMatchObject({ state: 'FAILED', stack: expect.stringContaining('main.ts:4:') });
    await eventually(async () => {
      const listed = await owner.request<{ data: { kind: string; text: string }[] }>('GET', '/api/v1/notifications');
      expect(listed.body.data).toContainEqual(
        expect.objectContaining({ kind: 'automations.failed', text: expect.stringMatching(/^Pipeline \d+ failed/) }),
      );
    });
    const replay = async (): Promise<unknown> =>
      (await owner.call('automations', testsApi.operations.replaySteps, { body: { task_result_ids: [failed!.id] } }))
        .body;
    const run = await owner.call<RunView>('automations', runs.getRun, { params: { run_id: failed!.run_id } });
    const params = { pipeline_id: run.body.pipeline_id };
    await owner.call('automations', runs.enablePipeline, { params, body: { enabled: false } });
    expect(await replay()).toMatchObject({ code: 'PIPELINE_DISABLED' });
    await owner.call('automations', runs.enablePipeline, { params, body: { enabled: true } });
    expect([await replay(), await replay()]).toEqual([{ replayed: 1 }, { replayed: 0 }]);
    await eventually(async () => {
      const { body } = await stepsOf(failed!.run_id);
      expect(body.data).toMatchObject([{ attempt: 1 }, { attempt: 2, state: 'FAILED', retry_of: failed!.id }]);
    });
  });

  it('should never answer a value of a secret, and send it in a header of a webhook', async () => {
    requests.length = 0;
    const listed = await owner.call<{ data: { id: number }[] }>('automations', operations.listSecrets, {});
    expect(listed.body.data).toMatchObject([{ name: 'Scores', keys: ['TOKEN'] }]);
    const change = { params: { secret_id: listed.body.data[0]!.id } };
    const changed = await owner.call('automations', operations.updateSecret, {
      ...change,
      body: { description: 'Of the scores', values: { OTHER: 'another value' }, remove: [] },
    });
    expect(changed.body).toMatchObject({ keys: ['TOKEN', 'OTHER'] });
    for (const each of [listed, changed]) expect(each.raw.toString()).not.toContain(CANARY);

    const header = { url: `${origin}/hook`, header_name: 'X-Token', header_value: '{{secrets.Scores.TOKEN}}' };
    expect(await fired(graphOf(header, 'send_webhook'))).toMatchObject([{ state: 'COMPLETED' }]);
    expect(requests).toEqual([{ method: 'POST', token: CANARY }]);
    const unknown = await pipelineOf(graphOf({ ...header, header_value: '{{secrets.None.KEY}}' }, 'send_webhook'));
    expect(unknown.body).toMatchObject({ code: 'PIPELINE_INVALID' });
    const used = await owner.call('automations', operations.deleteSecret, change);
    expect([used.status, used.body]).toMatchObject([409, { code: 'IN_USE' }]);
    expect((await stranger.call('automations', operations.deleteSecret, change)).status).toBe(404);
    const answers = [];
    for (const each of listAddresses) answers.push(await owner.request('GET', each));
    expect(answers.filter(each => each.status === 200).length).toBeGreaterThan(8);
    for (const each of answers) expect(each.raw.toString()).not.toContain(CANARY);
  });
});
