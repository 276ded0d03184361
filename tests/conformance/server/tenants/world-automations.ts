import type { TestApp, TestPerson } from '../../../support/test-app.ts';
import type { Ids } from './id-kinds.ts';
import { sampleAction, sampleGraph } from './sample-graph.ts';
import type { Row } from './world-calls.ts';
import { call } from './world-calls.ts';

/** Pipelines: one to use and one to delete, and two runs that wait for a day. */
export async function makeAutomations(
  app: TestApp,
  owner: TestPerson,
  projectId: number | undefined,
  itemIds: readonly number[],
  canary: string,
): Promise<Ids> {
  const make = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'automations.createPipeline', {
      body: { name: `${canary} ${word}`, description: canary, graph: sampleGraph },
    });
  const [first, second] = [await make('pipeline'), await make('second pipeline')];
  const action = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'automations.createCustomTask', {
      body: { name: `${canary} ${word}`, description: canary, draft: sampleAction },
    });
  const secret = (name: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'automations.createSecret', {
      body: { name, description: canary, values: { TOKEN: canary } },
    });
  const event = (word: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'automations.createCustomEvent', {
      body: { name: `${canary} ${word}`, description: canary, fields: [], fired_by: 'managers' },
    });
  const [customEvent, secondEvent] = [await event('event'), await event('second event')];
  const webhookToken = await call<Row>(app, owner, 'automations.createWebhookToken', {
    body: { name: canary, pipeline_ids: [], signed: false },
  });
  const webhook = (word: string): Promise<{ readonly webhook: Row } | undefined> =>
    call(app, owner, 'webhooks.createWebhook', {
      body: { name: `${canary} ${word}`, url: 'http://127.0.0.1:9/hook', events: ['project.created'], project_ids: [] },
    });
  const [webhookMade, secondWebhookMade] = [await webhook('webhook'), await webhook('second webhook')];
  const delivery = await call<Row>(app, owner, 'webhooks.testWebhook', {
    params: { webhook_id: webhookMade!.webhook.id },
  });
  // An address that is refused is tried once: nothing of it goes on beside the calls.
  for (let state = ''; state !== 'failed'; await new Promise(resolve => setTimeout(resolve, 50)))
    state = (await call<{ readonly state: string }>(app, owner, 'webhooks.getWebhookDelivery', {
      params: { webhook_id: webhookMade!.webhook.id, delivery_id: delivery!.id },
    }))!.state;
  const [task, secondTask] = [await action('action'), await action('second action')];
  const testCase = (name: string): Promise<Row | undefined> =>
    call<Row>(app, owner, 'automations.createTestCase', {
      body: { custom_task_id: task!.id, name, event: {}, context: {}, expected: null },
    });
  const [firstTest, secondTest] = [await testCase(canary), await testCase(`${canary} second`)];
  const [token, secondToken] = [await secret('First'), await secret('Second')];
  if (first === undefined || second === undefined || projectId === undefined) return {};
  await call(app, owner, 'automations.deployCustomTask', {
    params: { custom_task_id: task!.id },
    body: { revision: 1 },
  });
  const start = await call<{ readonly event_id: number }>(app, owner, 'automations.startPipeline', {
    params: { project_id: projectId },
    body: { pipeline_id: first.id, node_id: 'start', item_ids: itemIds.slice(0, 2) },
  });
  for (let tries = 0; tries < 400; tries++) {
    const runs = await call<{ data: readonly { readonly id: number; readonly state: string }[] }>(
      app,
      owner,
      'automations.listRuns',
      { query: { pipeline_id: first.id } },
    );
    const [one, other] = runs!.data.filter(each => each.state === 'IN_PROGRESS').map(each => each.id);
    const steps =
      one === undefined
        ? undefined
        : await call<{ data: readonly Row[] }>(app, owner, 'automations.listTaskResults', { query: { run_id: one } });
    if (one !== undefined && other !== undefined)
      return {
        testCase: [firstTest!.id],
        secondTestCase: [secondTest!.id],
        taskResult: [steps!.data[0]!.id],
        pipeline: [first.id],
        pipelineStart: [start!.event_id],
        secondPipeline: [second.id],
        run: [one],
        secondRun: [other],
        customTask: [task!.id],
        secondCustomTask: [secondTask!.id],
        secret: [token!.id],
        secondSecret: [secondToken!.id],
        customEvent: [customEvent!.id],
        secondCustomEvent: [secondEvent!.id],
        webhookToken: [webhookToken!.id],
        webhook: [webhookMade!.webhook.id],
        secondWebhook: [secondWebhookMade!.webhook.id],
        webhookDelivery: [delivery!.id],
      };
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error('The runs did not begin.');
}
