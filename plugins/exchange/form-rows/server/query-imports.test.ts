import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { ScriptClient } from '#tests/support/script-client.ts';
import { scriptClient, scriptProject } from '#tests/support/script-client.ts';
import type { Answer, TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TableServices } from './table-services.support.ts';
import { DATABRICKS_TOKEN, startTableServices } from './table-services.support.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const form = {
  components: [
    { id: 'prompt', type: 'textarea', label: 'Prompt', value: '', max: 0 },
    { id: 'quality', type: 'number', value: null, min: 1, max: 100 },
  ],
  code: '',
  environments: [],
  meta: {},
  readme: '',
};
const OPTIONS = {
  query: 'SELECT * FROM questions',
  item_name: 'id',
  column_class_map: { question: 'prompt', score: 'quality' },
  item_category: 'kind',
};

interface Job {
  readonly state: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly result: { readonly row_import_id: number; readonly rows: number } | null;
}

eachDatabase(kind => {
  let services: TableServices;
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let projects = 0;

  beforeAll(async () => {
    services = await startTableServices(keys.publicKey);
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'classes',
        'editor',
        'skeletons',
        'editor-vector',
        'editor-form',
        'annotation-api',
        'categories',
        'item-fields',
        'form',
        'integrations',
        'exchange',
        'form-rows',
      ],
      settings: { egressAllow: ['127.0.0.1'] },
    });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await services?.close();
  }, DATABASE_TIMEOUT_MS);

  const project = async (type = 8): Promise<number> => {
    const id = await scriptProject(script, `Tables ${(projects += 1)}`, type);
    if (type !== 8) return id;
    await script.call('main', 'POST', `/project/${id}/custom-editor-template`, { body: form });
    await script.call('main', 'PUT', `/project/${id}/settings`, {
      body: { settings: [{ attribute: 'CategorizeItems', value: 2 }] },
    });
    return id;
  };
  const connect = async (type: string, change: object = {}): Promise<number> => {
    const own =
      type === 'databricks'
        ? {
            config: { workspace_url: services.origin, warehouse_id: 'w1', catalog: 'main' },
            secrets: { access_token: DATABRICKS_TOKEN },
          }
        : {
            config: {
              account_identifier: 'myorg-account',
              username: 'ana',
              warehouse: 'WH',
              endpoint: services.origin,
            },
            // As a field of one line gives it.
            secrets: { private_key: PEM.replaceAll('\n', '') },
          };
    const { status, body } = await team.owner.request<{ id: number }>('POST', '/integrations', {
      body: { name: `${type} ${(projects += 1)}`, type, ...own, ...change },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };
  const attach = (
    project_id: number,
    integration_id: number,
    options: object,
  ): Promise<Answer<{ readonly job_id: string; readonly code?: string; readonly error?: string }>> =>
    team.owner.request('POST', '/image/integration/create', {
      body: { project_id, team_id: team.id, integration_id, options },
    });
  const ended = async (id: string): Promise<Job> => {
    for (;;) {
      const { body } = await team.owner.request<Job>('GET', `/api/v1/jobs/${id}`);
      if (body.state === 'COMPLETED' || body.state === 'FAILED') return body;
      await new Promise(resolve => setTimeout(resolve, 25));
    }
  };
  const imported = async (projectId: number, id: number): Promise<void> => {
    for (;;) {
      const { body } = await team.owner.request<{ status: number; result: object }>(
        'GET',
        `/api/v1/project/${projectId}/rows/imports/${id}`,
      );
      if (body.status !== 4) {
        expect(body).toMatchObject({ status: 5, result: { created: 3, failed: 0 } });
        return;
      }
      await new Promise(resolve => setTimeout(resolve, 25));
    }
  };
  const itemsOf = async (projectId: number): Promise<readonly { readonly id: number; readonly name: string }[]> =>
    (
      await team.owner.request<{ data: readonly { readonly id: number; readonly name: string }[] }>(
        'GET',
        `/api/v1/project/${projectId}/items`,
      )
    ).body.data.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const valuesOf = async (projectId: number, itemId: number): Promise<string> =>
    JSON.stringify((await team.owner.request('GET', `/api/v1/project/${projectId}/item/${itemId}/annotation`)).body);

  it.each(['databricks', 'snowflake'])('should make items of the rows that a query of %s answers', async type => {
    const id = await project();
    const integration = await connect(type);
    expect((await team.owner.request('POST', `/integrations/${integration}/check`)).body).toMatchObject({
      ok: true,
      steps: [{ name: 'query', ok: true }],
    });
    const { status, body } = await attach(id, integration, OPTIONS);
    expect(status, JSON.stringify(body)).toBe(202);
    const job = await ended(body.job_id);
    expect(job, JSON.stringify(job.error)).toMatchObject({ state: 'COMPLETED', result: { rows: 3 } });
    expect(services.asked.at(-1)).toMatchObject({ statement: OPTIONS.query });
    await imported(id, job.result!.row_import_id);
    const items = await itemsOf(id);
    expect(items.map(each => each.name)).toEqual(['q1', 'q2', 'q3']);
    expect(await valuesOf(id, items[0]!.id)).toContain('"value":7');
    expect(await valuesOf(id, items[1]!.id)).toContain('Is it, \\"new\\"?');
    expect(await valuesOf(id, items[2]!.id)).toContain('"=1+1"');
    expect(services.leaked).toEqual([]);
  });

  it('should name items by a prefix and ten random characters', async () => {
    const id = await project();
    const { body } = await attach(id, await connect('databricks'), { ...OPTIONS, item_name: 'ask_', prefix: true });
    await imported(id, (await ended(body.job_id)).result!.row_import_id);
    for (const { name } of await itemsOf(id)) expect(name).toMatch(/^ask_[a-z0-9]{10}$/);
  });

  it.each(['databricks', 'snowflake'])('should say what is wrong with a query of %s without its answer', async type => {
    const [id, integration] = [await project(), await connect(type)];
    const failed = await ended((await attach(id, integration, { ...OPTIONS, query: 'SELECT nonsense' })).body.job_id);
    expect(failed).toMatchObject({ state: 'FAILED', error: { code: 'QUERY_FAILED' } });
    const column = await ended((await attach(id, integration, { ...OPTIONS, item_name: 'nothing' })).body.job_id);
    expect(column.error?.message).toContain('nothing is no column of the answer. It has ID, QUESTION');
    const wrong = await connect(
      type,
      type === 'databricks'
        ? { secrets: { access_token: 'wrong' } }
        : {
            secrets: {
              private_key: String(
                generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
              ),
            },
          },
    );
    const check = await team.owner.request('POST', `/integrations/${wrong}/check`);
    expect(check.body).toMatchObject({
      ok: false,
      steps: [{ ok: false, message: expect.stringContaining('refused the sign-in') as string }],
    });
    expect(JSON.stringify([failed, column, check.body])).not.toContain('canary');
    expect(await itemsOf(id)).toEqual([]);
  });

  it('should cancel a query whose job is canceled', async () => {
    const [id, integration] = [await project(), await connect('databricks')];
    services.endless = true;
    const query = 'SELECT * FROM endless';
    const { job_id: job } = (await attach(id, integration, { ...OPTIONS, query })).body;
    await expect.poll(() => services.asked.at(-1)?.['statement'], { timeout: 20_000 }).toBe(query);
    await team.owner.request('POST', `/api/v1/jobs/${job}/cancel`);
    await expect.poll(() => services.canceled, { timeout: 20_000 }).toEqual(['/api/2.0/sql/statements/s1/cancel']);
    services.endless = false;
  });

  it.each([
    [{ ...OPTIONS, query: ' ' }, 'options.query'],
    [{ ...OPTIONS, item_name: undefined }, 'options.item_name'],
    [{ ...OPTIONS, column_class_map: { question: 'nothing' } }, 'options.column_class_map'],
    [{ ...OPTIONS, column_class_map: { question: 'prompt', score: 'prompt' } }, 'options.column_class_map'],
  ])('should refuse %j by the field %s', async (options, field) => {
    const refused = await attach(await project(), await connect('snowflake'), options);
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
    expect(refused.body.error).toContain(field);
  });

  it('should be for Multimodal projects only, and leave files to other integrations', async () => {
    expect(await attach(await project(1), await connect('databricks'), OPTIONS)).toMatchObject({ status: 415 });
    const disk = await team.owner.request<{ id: number }>('POST', '/integrations', { body: { name: 'Disk', type: 4 } });
    expect((await attach(await project(), disk.body.id, OPTIONS)).body.error).toContain('options');
  });
});
