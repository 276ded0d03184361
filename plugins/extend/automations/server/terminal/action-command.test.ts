import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pythonProblem } from '#core/sandbox/server/index.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { actionsApi } from '../../common/actions-api.ts';
import type { CustomTask } from '../../common/actions-api.ts';
import { automationsApi } from '../../common/api.ts';
import type { StoredPipeline } from '../../common/api.ts';
import { readPipelineYaml } from '../../common/pipeline-yaml.ts';
import { actionCommand, deployed, remoteAt, tested } from './action-command.ts';

interface Receiver {
  receiver(secret: string, onEvent: (event: string, context: unknown) => void): Server;
}

const examples = resolve('examples');
const python = (await pythonProblem()) === undefined;
let app: TestApp;
let team: TestTeam;
let token: string;
let folder: string;

/** The test app as a server on the network. */
const ask = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
  const url = new URL(String(input));
  const answer = await app.request(init.method ?? 'GET', url.pathname + url.search, {
    headers: init.headers as Record<string, string>,
    ...(init.body === undefined || init.body === null ? {} : { body: JSON.parse(String(init.body)) as unknown }),
  });
  return new Response(new Uint8Array(answer.raw), {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
  });
};
const remote = (): ReturnType<typeof remoteAt> => remoteAt('http://localhost', token, ask as typeof fetch);

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), {
    plugins: ['teams', 'projects', 'items', 'workflow', 'automations'],
    settings: { egressAllow: ['127.0.0.1'] },
  });
  team = await app.team('North');
  token = await app.app.services.sdkTokens.generate(team.id, team.owner.row.id);
  folder = await mkdtemp(join(tmpdir(), 'loupe-action-'));
}, DATABASE_TIMEOUT_MS);
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

it('should test and deploy the example in TypeScript, twice with the same files', async () => {
  const path = join(examples, 'action-returned');
  expect((await tested(remote(), path)).data).toEqual({ name: 'Returned items first', tests: 2 });
  expect((await deployed(remote(), path)).data).toMatchObject({ version: 1 });
  expect((await deployed(remote(), path)).data).toMatchObject({ version: 2 });
  const { body } = await team.owner.call<{ data: CustomTask[] }>(
    'automations',
    actionsApi.operations.listCustomTasks,
    {},
  );
  expect(body.data).toMatchObject([{ name: 'Returned items first', deployed: 2, draft_differs: false }]);
});

it.runIf(python)('should test and deploy the example in Python', async () => {
  const path = join(examples, 'action-triage');
  expect((await tested(remote(), path)).data).toEqual({ name: 'Triage by name', tests: 2 });
  expect((await deployed(remote(), path)).data).toMatchObject({ version: 1 });
});

it.skipIf(python)('should refuse the example in Python where nothing would contain it', async () => {
  await expect(tested(remote(), join(examples, 'action-triage'))).rejects.toMatchObject({
    code: 'PYTHON_OFF',
    message: expect.stringContaining('Python cannot run here'),
  });
});

it('should make a folder, and name what is missing', async () => {
  const terminal = { modelsFolder: '', egressAllow: [], print: () => undefined };
  const made = join(folder, 'triage');
  expect(await actionCommand.run(['new', made, 'python'], terminal)).toMatchObject({
    data: { files: ['config.yaml', 'main.py', 'tests/first.json'] },
  });
  await expect(actionCommand.run(['new', made], terminal)).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
  await expect(actionCommand.run(['deploy', made], terminal)).rejects.toMatchObject({ code: 'USAGE' });
  await expect(actionCommand.run(['new', `${made}2`, 'cobol'], terminal)).rejects.toMatchObject({
    message: expect.stringContaining('typescript, python'),
  });
  await expect(tested(remote(), folder)).rejects.toMatchObject({
    code: 'ACTION_FILES',
    message: expect.stringContaining('config.yaml is missing'),
  });
  await writeFile(join(made, 'config.yaml'), 'name: [');
  await expect(tested(remote(), made)).rejects.toMatchObject({
    code: 'ACTION_FILES',
    message: expect.stringContaining('config.yaml cannot be read'),
  });
});

it('should deliver a signed event to the example of a receiver, once', async () => {
  const { receiver } = (await import(join(examples, 'webhook-receiver/server.mjs'))) as Receiver;
  const got: unknown[] = [];
  const secret = 'a secret of 16 letters';
  const server = receiver(secret, (event, context) => got.push([event, context]));
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const text = await readFile(join(examples, 'webhook-receiver/pipeline.yaml'), 'utf8');
    const read = readPipelineYaml(text.replace('http://localhost:8701', address));
    if (!('file' in read)) throw new Error(read.problems[0]!.message);
    const { operations } = automationsApi;
    const made = await team.owner.call<StoredPipeline>('automations', operations.createPipeline, { body: read.file });
    const params = { pipeline_id: made.body.id };
    await team.owner.call('automations', operations.setWebhookSecret, { params, body: { secret } });
    const project = (await team.owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 8 } }))
      .body.id;
    const root = await team.owner.request<{ id: number }>(
      'GET',
      `/folder/getFolderByName?project_id=${project}&name=root`,
    );
    const items = await team.owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: project,
        folder_id: root.body.id,
        upload_state: 3,
        images: [{ name: 'a', path: 'custom_llm' }],
        meta: {},
      },
    });
    await team.owner.request('POST', `/api/v1/project/${project}/items/change`, {
      body: { selection: { item_ids: [items.body[0]!.id] }, change: { kind: 'status', value: 5 } },
    });
    await vi.waitFor(
      () =>
        expect(got).toMatchObject([
          ['item u:annotation_status', { after: { name: 'a', annotation_status: 'Completed' } }],
        ]),
      { timeout: 30_000, interval: 50 },
    );
    const unsigned = await fetch(address, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
  } finally {
    server.close();
  }
});
