import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { killGuests } from '#tests/support/guest-processes.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { StoredTask } from '../common/actions-api.ts';
import { actionsApi } from '../common/actions-api.ts';
import type { RunView, StoredPipeline, TaskResult } from '../common/api.ts';
import { automationsApi } from '../common/api.ts';
import { codeOf, startedByHand } from './sample-actions.support.ts';

const operations = automationsApi.operations;
const ITEMS = 40;

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  const asked: string[] = [];
  const witness = createServer((request, response) => {
    asked.push(request.url!);
    // This one is never answered: its code is killed while it waits.
    if (request.url === '/item7') killGuests();
    else response.end('{}');
  });

  beforeAll(async () => {
    await new Promise<void>(resolve => witness.listen(0, '127.0.0.1', resolve));
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'workflow', 'automations'],
      settings: { egressAllow: ['127.0.0.1'] },
    });
    owner = (await app.team('North')).owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    witness.closeAllConnections();
    witness.close();
    await app?.close();
  }, DATABASE_TIMEOUT_MS);

  it('should run code once for each item when its process is killed in the middle of a batch', async () => {
    const { id } = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 8 } })).body;
    const made = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: id,
        upload_state: 3,
        images: Array.from({ length: ITEMS }, (_, at) => ({ name: `item${at}`, path: 'custom_llm' })),
        meta: {},
      },
    });
    const origin = `http://127.0.0.1:${(witness.address() as AddressInfo).port}`;
    const draft = codeOf(`await fetch('${origin}/' + context.after?.['name']); item.setApproval('approved');`, {
      hosts: [origin],
      writes: ['set_approval'],
    });
    const { body: task } = await owner.call<StoredTask>('automations', actionsApi.operations.createCustomTask, {
      body: { name: 'Ask', description: '', draft },
    });
    await owner.call('automations', actionsApi.operations.deployCustomTask, {
      params: { custom_task_id: task.id },
      body: { revision: task.revision },
    });
    const { body: flow } = await owner.call<StoredPipeline>('automations', operations.createPipeline, {
      body: { name: 'Ask all', description: '', graph: startedByHand(id, { custom_task_id: task.id }, 'custom') },
    });
    await owner.call('automations', operations.fireTrigger, {
      body: { pipeline_id: flow.id, project_id: id, item_ids: made.body.map(each => each.id) },
    });
    const runs = await vi.waitFor(
      async () => {
        const query = { pipeline_id: flow.id, limit: ITEMS };
        const { data } = (await owner.call<{ data: RunView[] }>('automations', operations.listRuns, { query })).body;
        expect(data.filter(each => each.finishedAt !== null)).toHaveLength(ITEMS);
        return data;
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(asked.toSorted()).toEqual(made.body.map((_, at) => `/item${at}`).toSorted());
    const [failed, ...others] = runs.filter(each => each.state === 'FAILED');
    expect([failed?.subject, others]).toEqual(['item7', []]);
    const { body } = await owner.call<{ data: TaskResult[] }>('automations', operations.listTaskResults, {
      query: { run_id: failed!.id },
    });
    expect(body.data).toMatchObject([{ state: 'FAILED', attempt: 1, error: { code: 'SANDBOX_LOST' } }]);
    const items = await owner.request<{ data: { name: string; approval_status: number }[] }>(
      'GET',
      `/api/v1/project/${id}/items?limit=${ITEMS}`,
    );
    expect(items.body.data.filter(each => each.approval_status !== 2).map(each => each.name)).toEqual(['item7']);
  });
});
