import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { ModelServer } from '#tests/support/model-server.ts';
import { MODEL_KEY, modelServer } from '#tests/support/model-server.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { RunView, StoredPipeline, TaskResult } from '../common/api.ts';
import { automationsApi } from '../common/api.ts';
import type { DryRunResult } from '../common/dry-run.ts';
import { startedByHand } from './sample-actions.support.ts';

const operations = automationsApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let upstream: ModelServer;

  beforeAll(async () => {
    upstream = await modelServer();
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'workflow',
        'form',
        'editor-form',
        'language-models',
        'exchange',
        'automations',
      ],
      settings: { egressAllow: ['127.0.0.1'] },
    });
    owner = (await app.team('North')).owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await upstream?.close();
  }, DATABASE_TIMEOUT_MS);

  it('should ask a model once for each item and store the answer, and ask nothing in a dry run', async () => {
    const { id } = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Chats', type: 8 } })).body;
    await owner.request('POST', `/project/${id}/custom-editor-template`, {
      body: {
        components: [
          { id: 'question', type: 'input', label: 'Question' },
          { id: 'answer', type: 'input', label: 'Answer' },
        ],
      },
    });
    const { body: made } = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: { project_id: id, upload_state: 3, images: [{ name: 'one' }, { name: 'two' }], meta: {} },
    });
    const items = made.map(each => each.id);
    const credential = await owner.request<{ id: number }>('POST', '/models/credentials', {
      body: { name: 'Ours', provider: 'compatible', base_url: `${upstream.url}/`, key: MODEL_KEY },
    });
    await owner.request('POST', '/models', {
      body: { name: 'Echo', credential_id: credential.body.id, model: 'echo' },
    });
    upstream.asked.length = 0;
    const settings = { model: 'echo', prompt: 'Name {{after.name}}{question}', component: 'answer' };
    const graph = startedByHand(id, settings, 'run_model');
    const { body: shown } = await owner.call<DryRunResult>('automations', operations.dryRunPipeline, {
      body: { graph, node_id: 'start', project_id: id, item_ids: items },
    });
    expect([shown.changes, shown.notes.map(each => [each.outcome, each.message])]).toEqual([
      [],
      ['one', 'two'].map(name => ['not_sent', `“echo” is not asked in a dry run: Name ${name}`]),
    ]);
    expect(upstream.asked).toEqual([]);

    const { body: flow } = await owner.call<StoredPipeline>('automations', operations.createPipeline, {
      body: { name: 'Ask', description: '', graph },
    });
    await owner.call('automations', operations.fireTrigger, {
      body: { pipeline_id: flow.id, project_id: id, item_ids: items },
    });
    const runs = await vi.waitFor(
      async () => {
        const { body } = await owner.call<{ data: RunView[] }>('automations', operations.listRuns, {
          query: { pipeline_id: flow.id },
        });
        expect(body.data.map(each => each.finishedAt)).toEqual([expect.any(String), expect.any(String)]);
        return body.data;
      },
      { timeout: 30_000, interval: 50 },
    );
    const { body: steps } = await owner.call<{ data: TaskResult[] }>('automations', operations.listTaskResults, {
      query: { run_id: runs.find(each => each.item_id === items[0])!.id },
    });
    expect(steps.data).toMatchObject([{ state: 'COMPLETED', output: { changed: true, answer: 'You said: Name one' } }]);
    expect(upstream.asked).toHaveLength(2);
    const stored = await owner.request<{ document: object }>(
      'GET',
      `/api/v1/project/${id}/item/${items[1]!}/annotation`,
    );
    expect(JSON.stringify(stored.body.document)).toContain('Name two');
  });
});
