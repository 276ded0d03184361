import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { ModelServer } from '#tests/support/model-server.ts';
import { MODEL_KEY, modelServer } from '#tests/support/model-server.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { formModelsApi, modelsApi } from '../common/api.ts';
import type { Credential, Model, RunView } from '../common/model.ts';

export type Event = readonly [name: string, data: Record<string, unknown>];

const PLUGINS = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'annotation-api',
  'form',
  'editor-form',
  'language-models',
];

export const { operations: own } = modelsApi;

export const { operations: forms } = formModelsApi;

const eventsOf = (raw: Buffer): readonly Event[] =>
  raw
    .toString()
    .split('\n\n')
    .filter(each => each.startsWith('event: '))
    .map(each => {
      const [event = '', data = ''] = each.split('\n');
      return [
        event.slice('event: '.length),
        JSON.parse(data.slice('data: '.length)) as Record<string, unknown>,
      ] as const;
    });

/** Opens a server with a provider of models beside it, and calls models as forms do. */
export function modelCalls(kind: DatabaseKind) {
  let app: TestApp;
  let upstream: ModelServer;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let project: number;
  let item: number;
  let credential: number;

  const call = <T>(
    person: TestPerson,
    operation: (typeof own)[keyof typeof own],
    args: object = {},
  ): Promise<Answer<T>> => person.call<T>('main', operation, args);
  const model = async (name: string, more: object = {}): Promise<Model> => {
    const made = await call<Model>(owner, own.createModel, {
      body: { name: `${name} ${crypto.randomUUID()}`, credential_id: credential, model: name, ...more },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const run = async (
    person: TestPerson,
    body: object,
    projectId = project,
  ): Promise<{ readonly answer: Answer; readonly events: readonly Event[] }> => {
    const answer = await person.call('main', forms.runModel, {
      params: { project_id: projectId },
      body: { prompt: 'Hello there', item_id: item, ...body },
    });
    return { answer, events: eventsOf(answer.raw) };
  };
  const newest = async (): Promise<RunView> =>
    (await call<{ data: RunView[] }>(owner, own.listRuns, { query: { limit: 1 } })).body.data[0]!;

  beforeAll(async () => {
    upstream = await modelServer();
    app = await openTestApp(kind, { plugins: PLUGINS, jobs: false, settings: { egressAllow: ['127.0.0.1'] } });
    team = await app.team('North');
    ({ owner } = team);
    ana = await team.join('ana@north.test');
    project = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Chats', type: 8 } })).body.id;
    await owner.call('main', contributorsApi.operations.shareProject, {
      params: { project_id: project },
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    const made = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: { project_id: project, upload_state: 3, images: [{ name: 'one' }], meta: {} },
    });
    item = made.body[0]!.id;
    await owner.call('main', itemChangeApi.operations.changeItems, {
      params: { project_id: project },
      body: { selection: { item_ids: [item] }, change: { kind: 'assign', value: ana.email } },
    });
    credential = (
      await call<Credential>(owner, own.createCredential, {
        body: { name: 'Ours', provider: 'compatible', base_url: `${upstream.url}/`, key: MODEL_KEY },
      })
    ).body.id;
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await upstream?.close();
  }, DATABASE_TIMEOUT_MS);
  beforeEach(() => {
    upstream.asked.length = 0;
  });

  return {
    kind,
    get app() {
      return app;
    },
    get upstream() {
      return upstream;
    },
    get team() {
      return team;
    },
    get owner() {
      return owner;
    },
    get ana() {
      return ana;
    },
    get project() {
      return project;
    },
    get item() {
      return item;
    },
    get credential() {
      return credential;
    },
    call,
    model,
    run,
    newest,
  };
}

export type ModelCalls = ReturnType<typeof modelCalls>;
