import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import type { RunView, StoredPipeline, TaskResult } from '../common/api.ts';
import { automationsApi } from '../common/api.ts';
import type { DryRunResult } from '../common/dry-run.ts';
import type { PipelineGraph } from '../common/pipeline.ts';
import { everywhere } from '../common/pipeline.ts';

const operations = automationsApi.operations;

/** A pipeline of one event and actions one after another. */
const chain = (
  event: string,
  settings: Readonly<Record<string, string>>,
  ...actions: readonly (readonly [string, Readonly<Record<string, unknown>>])[]
): PipelineGraph => ({
  nodes: [
    { id: 'start', kind: 'event', type: event, settings, scope: everywhere, x: 0, y: 0 },
    ...actions.map(
      ([type, each], at) =>
        ({
          id: `a${at + 1}`,
          kind: 'action',
          type,
          settings: each,
          x: 300 * (at + 1),
          y: 0,
        }) as PipelineGraph['nodes'][number],
    ),
  ],
  edges: actions.map((_, at) => ({ from: at === 0 ? 'start' : `a${at}`, to: `a${at + 1}` })),
});

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let ana: TestPerson;
  let stranger: TestPerson;
  let names = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow', 'automations'] });
    const team = await app.team('North');
    owner = team.owner;
    ana = await team.join('ana@north.test');
    stranger = (await app.team('South')).owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const project = async (count: number): Promise<{ readonly id: number; readonly items: readonly number[] }> => {
    const { id } = (
      await owner.request<{ id: number }>('POST', '/project', { body: { name: `P ${(names += 1)}`, type: 8 } })
    ).body;
    const root = (await owner.request<{ id: number }>('GET', `/folder/getFolderByName?project_id=${id}&name=root`)).body
      .id;
    const items: number[] = [];
    for (let at = 0; at < count; at += 500)
      items.push(
        ...(
          await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
            body: {
              project_id: id,
              folder_id: root,
              upload_state: 3,
              images: Array.from({ length: Math.min(500, count - at) }, (_, each) => ({
                name: `item ${at + each}`,
                path: 'custom_llm',
              })),
              meta: {},
            },
          })
        ).body.map(each => each.id),
      );
    return { id, items };
  };
  const inProject = (graph: PipelineGraph, projectId: number): PipelineGraph => ({
    ...graph,
    nodes: graph.nodes.map(each =>
      each.kind === 'event' ? { ...each, scope: { all: false, projects: [{ id: projectId, folders: [] }] } } : each,
    ),
  });
  const create = async (graph: PipelineGraph, by = owner): Promise<Answer<StoredPipeline>> =>
    by.call<StoredPipeline>('automations', operations.createPipeline, {
      body: { name: `Pipeline ${(names += 1)}`, description: '', graph },
    });
  const change = (projectId: number, ids: readonly number[], asked: object): Promise<Answer<ItemChangeView>> =>
    owner.call<ItemChangeView>('main', itemChangeApi.operations.changeItems, {
      params: { project_id: projectId },
      body: { selection: { item_ids: ids }, change: asked },
    });
  const runs = async (pipeline: number): Promise<readonly RunView[]> =>
    (
      await owner.call<{ data: RunView[] }>('automations', operations.listRuns, {
        query: { pipeline_id: pipeline, limit: 200 },
      })
    ).body.data;
  const total = async (pipeline: number, state?: string): Promise<number> =>
    (
      await owner.call<{ total_count: number }>('automations', operations.listRuns, {
        query: { pipeline_id: pipeline, limit: 1, ...(state === undefined ? {} : { state }) },
      })
    ).body.total_count;
  const steps = async (run: number): Promise<readonly TaskResult[]> =>
    (await owner.call<{ data: TaskResult[] }>('automations', operations.listTaskResults, { query: { run_id: run } }))
      .body.data;
  const finished = (pipeline: number, count: number, state = 'COMPLETED'): Promise<void> =>
    vi.waitFor(async () => expect(await total(pipeline, state)).toBe(count), { timeout: 60_000, interval: 50 });
  const item = async (projectId: number, id: number): Promise<Record<string, unknown>> =>
    (await owner.request('GET', `/api/v1/project/${projectId}/item/${id}`)).body;

  it('should run its actions once when an item reaches a status, and keep what it did', async () => {
    const { id, items } = await project(2);
    const { status, body: pipeline } = await create(
      inProject(
        chain(
          'item u:annotation_status',
          { from: 'any', to: 'QualityCheck' },
          ['set_priority', { priority: 7 }],
          ['set_approval', { approval: 'approved' }],
        ),
        id,
      ),
    );
    expect(status).toBe(201);
    await change(id, [items[0]!], { kind: 'status', value: 3 });
    await change(id, [items[1]!], { kind: 'status', value: 2 });
    await finished(pipeline.id, 1);

    expect(await item(id, items[0]!)).toMatchObject({ entropy_value: 7, approval_status: 2, annotation_status: 3 });
    expect(await item(id, items[1]!)).toMatchObject({ entropy_value: null, approval_status: 0 });
    const [run] = await runs(pipeline.id);
    expect(run).toMatchObject({ item_id: items[0], subject: 'item 0', event: 'item u:annotation_status' });
    expect(await steps(run!.id)).toMatchObject([
      { node_id: 'a1', state: 'COMPLETED', attempt: 1, output: { changed: true, before: null, after: 7 } },
      { node_id: 'a2', state: 'COMPLETED', output: { changed: true, before: 0, after: 2 } },
    ]);
    const { body } = await owner.call('automations', operations.getRun, { params: { run_id: run!.id } });
    expect(body).toMatchObject({
      context: {
        op: 'u',
        before: { annotation_status: 'NotStarted' },
        after: { annotation_status: 'QualityCheck', name: 'item 0' },
      },
    });
    // Nobody asked for the job that ran it, so nobody has it in the jobs menu.
    const jobs = await owner.request<{ data: { plugin: string }[] }>('GET', '/api/v1/jobs');
    expect(jobs.body.data.filter(each => each.plugin === 'automations')).toEqual([]);
  });

  it('should make one run per item of a bulk change of a thousand', async () => {
    const { id, items } = await project(1000);
    const { body: pipeline } = await create(
      inProject(chain('item u:annotation_status', { to: 'Completed' }, ['set_priority', { priority: 1 }]), id),
    );
    await change(id, items, { kind: 'status', value: 5 });
    await finished(pipeline.id, 1000);
    expect(await total(pipeline.id)).toBe(1000);
  });

  it('should not start itself, and cut a loop of two pipelines', async () => {
    const { id, items } = await project(1);
    const move = (to: string, on: string): PipelineGraph =>
      inProject(chain('item u:annotation_status', { to: on }, ['set_status', { status: to }]), id);
    const { body: there } = await create(move('Returned', 'QualityCheck'));
    const { body: back } = await create(move('QualityCheck', 'Returned'));
    const { body: own } = await create(
      inProject(chain('item u:annotation_status', {}, ['set_status', { status: 'Skipped' }]), id),
    );
    await owner.call('automations', operations.enablePipeline, {
      params: { pipeline_id: own.id },
      body: { enabled: false },
    });
    await change(id, items, { kind: 'status', value: 3 });
    await finished(there.id, 3);
    await finished(back.id, 3);
    expect([await total(there.id), await total(back.id), await total(own.id)]).toEqual([3, 3, 0]);

    for (const each of [there, back])
      await owner.call('automations', operations.enablePipeline, {
        params: { pipeline_id: each.id },
        body: { enabled: false },
      });
    await owner.call('automations', operations.enablePipeline, {
      params: { pipeline_id: own.id },
      body: { enabled: true },
    });
    await change(id, items, { kind: 'status', value: 1 });
    await finished(own.id, 1);
    expect(await total(own.id)).toBe(1);
    expect(await item(id, items[0]!)).toMatchObject({ annotation_status: 6 });
  });

  it('should follow the edge of a condition, and start for new items', async () => {
    const { id } = await project(0);
    const rules = { match: 'all', rules: [{ field: 'after.name', operator: 'equals', value: 'item 1' }] };
    const graph = inProject(chain('item c', {}, ['condition', { rules }], ['set_priority', { priority: 3 }]), id);
    const { body: pipeline } = await create({
      ...graph,
      edges: [graph.edges[0]!, { from: 'a1', to: 'a2', on: 'true' }],
    });
    const root = (await owner.request<{ id: number }>('GET', `/folder/getFolderByName?project_id=${id}&name=root`)).body
      .id;
    const { body: made } = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: id,
        folder_id: root,
        upload_state: 3,
        images: [0, 1].map(each => ({ name: `item ${each}`, path: 'custom_llm' })),
        meta: {},
      },
    });
    await finished(pipeline.id, 2);
    expect([await item(id, made[0]!.id), await item(id, made[1]!.id)]).toMatchObject([
      { entropy_value: null },
      { entropy_value: 3 },
    ]);
  });

  it('should show in a dry run exactly what applying it changes, and change nothing before', async () => {
    const { id, items } = await project(3);
    await change(id, [items[2]!], { kind: 'priority', value: 4 });
    const graph = inProject(
      chain(
        'item u:annotation_status',
        {},
        ['set_priority', { priority: 4 }],
        ['set_status', { status: 'Completed' }],
        ['send_webhook', { url: 'https://hooks.example.test/' }],
      ),
      id,
    );
    const tried = { graph, node_id: 'start', project_id: id, item_ids: items };
    const { body: shown } = await owner.call<DryRunResult>('automations', operations.dryRunPipeline, { body: tried });
    expect(shown.changes.map(each => [each.node, each.item_id, each.kind, each.before, each.after])).toEqual([
      ['a1', items[0], 'priority', null, 4],
      ['a1', items[1], 'priority', null, 4],
      ...items.map(each => ['a2', each, 'status', 1, 5]),
    ]);
    expect(shown.notes.map(each => [each.node, each.item_id, each.outcome])).toEqual([
      ['a1', items[2], 'skipped'],
      ...items.map(each => ['a3', each, 'not_sent']),
    ]);
    expect(await item(id, items[0]!)).toMatchObject({ entropy_value: null, annotation_status: 1 });

    const applied = await owner.call('automations', operations.applyDryRun, {
      body: { ...tried, digest: shown.digest },
    });
    expect([applied.status, applied.body]).toEqual([200, shown]);
    for (const each of items) expect(await item(id, each)).toMatchObject({ entropy_value: 4, annotation_status: 5 });
    const again = await owner.call('automations', operations.applyDryRun, { body: { ...tried, digest: shown.digest } });
    expect([again.status, again.body]).toMatchObject([409, { code: 'DRY_RUN_OUTDATED' }]);
  });

  it('should try a failing message again later, stop when it is revoked, and run again on demand', async () => {
    const { id, items } = await project(1);
    const { body: pipeline } = await create(
      inProject(chain('item fired', { name: 'Notify' }, ['send_webhook', { url: 'https://refused.invalid/hook' }]), id),
    );
    const fire = (key: string): Promise<Answer> =>
      owner.call('automations', operations.fireTrigger, {
        body: { pipeline_id: pipeline.id, project_id: id, item_ids: items, key },
      });
    expect((await fire('same-key')).status).toBe(202);
    expect((await fire('same-key')).status).toBe(202);
    await vi.waitFor(async () => expect(await steps((await runs(pipeline.id))[0]!.id)).toHaveLength(2), {
      timeout: 30_000,
    });
    const [run, ...others] = await runs(pipeline.id);
    expect([run!.state, others]).toEqual(['IN_PROGRESS', []]);
    expect(await steps(run!.id)).toMatchObject([
      { state: 'FAILED', attempt: 1, error: { code: 'EGRESS_FAILED' } },
      { state: 'NOT_STARTED', attempt: 2 },
    ]);
    const revoked = await owner.call<RunView>('automations', operations.revokeRun, { params: { run_id: run!.id } });
    expect(revoked.body.state).toBe('FAILED');
    expect((await owner.call('automations', operations.revokeRun, { params: { run_id: run!.id } })).status).toBe(409);
    await owner.call('automations', operations.repeatRun, { params: { run_id: run!.id } });
    await vi.waitFor(async () => expect(await total(pipeline.id)).toBe(2), { timeout: 30_000 });
    expect((await runs(pipeline.id))[0]).toMatchObject({ retry_of: run!.id, item_id: items[0] });
  });

  it('should refuse a pipeline that cannot run, naming the node and the fix', async () => {
    const { status, body } = await create({
      ...chain('item c', {}, ['set_status', {}], ['send_email', { to: 'a@b.test', subject: 'New', text: 'x' }]),
      edges: [
        { from: 'start', to: 'a1' },
        { from: 'a1', to: 'a2' },
      ],
    });
    expect([status, body]).toMatchObject([
      422,
      {
        code: 'PIPELINE_INVALID',
        details: {
          problems: [
            { node: 'a1', field: 'status', message: 'Fill in “Status”.' },
            { node: 'a2', message: 'Send email can’t follow “Item created”: it would be sent for every single item.' },
          ],
        },
      },
    ]);
  });

  it('should keep versions, and refuse to overwrite one that was saved since', async () => {
    const graph = chain('item c', {}, ['set_priority', { priority: 1 }]);
    const { body: pipeline } = await create(graph);
    const save = (version: number): Promise<Answer<StoredPipeline>> =>
      owner.call<StoredPipeline>('automations', operations.savePipeline, {
        params: { pipeline_id: pipeline.id },
        body: { name: pipeline.name, description: 'second', graph, version },
      });
    const saved = await save(1);
    expect([saved.status, saved.body]).toMatchObject([200, { version: 2, has_webhook_secret: false }]);
    const signed = await owner.call('automations', operations.setWebhookSecret, {
      params: { pipeline_id: pipeline.id },
      body: { secret: 'a secret of 16 letters' },
    });
    expect([signed.status, signed.body]).toMatchObject([200, { version: 2, has_webhook_secret: true }]);
    expect(signed.raw.toString()).not.toContain('a secret of');
    expect((await save(1)).status).toBe(409);
    const { body } = await owner.call<{ data: { version: number }[] }>('automations', operations.listPipelineVersions, {
      params: { pipeline_id: pipeline.id },
    });
    expect(body.data.map(each => each.version)).toEqual([2, 1]);
  });

  it('should be hidden from contributors and other teams', async () => {
    const { body: pipeline } = await create(chain('item c', {}, ['set_priority', { priority: 1 }]));
    const asked = (by: TestPerson): Promise<Answer> =>
      by.call('automations', operations.getPipeline, { params: { pipeline_id: pipeline.id } });
    expect((await asked(ana)).status).toBe(403);
    expect((await asked(stranger)).status).toBe(404);
  });
});
