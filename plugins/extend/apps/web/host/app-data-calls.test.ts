import { beforeEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import type { Transport } from '#core/api/web/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { APP_HEADER } from '../../common/app.ts';
import { ROLE_HEADER } from '../../common/as-role.ts';
import { dataCalls } from './app-data-calls.ts';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
}

const send = vi.fn<(call: { readonly name: string }, operation: unknown, args: Sent) => Promise<unknown>>();
const ending = new AbortController();
const callsAs = (asRole?: number): ReturnType<typeof dataCalls> =>
  dataCalls({
    transport: { send } as unknown as Transport,
    teamId: 7,
    appId: 12,
    asRole,
    email: 'ana@example.org',
    statuses: { promise: async (_: unknown, given: unknown) => given } as never,
    types: new ProjectTypes([]),
    signal: ending.signal,
  });
const calls = callsAs();
const place = { projectId: 1, itemId: 2 };

beforeEach(() => {
  vi.resetAllMocks();
  send.mockRejectedValue(new Fault('STOP', 'Sent.', { status: 500 }));
});

it.each<[string, () => Promise<unknown>, string]>([
  ['projects.list', () => calls.projects.list(), 'listProjects'],
  ['projects.get', () => calls.projects.get({ projectId: 1 }), 'getProject'],
  ['projects.classes', () => calls.projects.classes({ projectId: 1 }), 'list'],
  ['projects.statuses', () => calls.projects.statuses({ projectId: 1 }), 'getProject'],
  ['projects.settings', () => calls.projects.settings({ projectId: 1 }), 'getSettings'],
  ['people.ofProject', () => calls.people.ofProject({ projectId: 1 }), 'listContributors'],
  ['items.list', () => calls.items.list({ projectId: 1, name: 'a' }), 'listItems'],
  ['items.get', () => calls.items.get(place), 'getProjectItem'],
  ['items.make', () => calls.items.make({ projectId: 1, name: 'a.txt', bytes: new Uint8Array([1]) }), 'uploadItem'],
  ['items.setStatus', () => calls.items.setStatus({ projectId: 1, itemIds: [2], status: 5 }), 'changeItems'],
  ['files.read', () => calls.files.read(place), 'getAsset'],
  ['annotations.get', () => calls.annotations.get(place), 'getAnnotation'],
  [
    'annotations.put',
    () =>
      calls.annotations.put({ ...place, base: 3, document: { metadata: {}, instances: [], tags: [], comments: [] } }),
    'saveAnnotation',
  ],
  ['comments.list', () => calls.comments.list(place), 'getAnnotation'],
  ['explore.search', () => calls.explore.search({ projectId: 1, query: '' }), 'search'],
  ['explore.count', () => calls.explore.count({ projectId: 1, query: '' }), 'count'],
  ['models.list', () => calls.models.list({ projectId: 1 }), 'projectModels'],
  ['language_models.run', () => calls.models.run({ projectId: 1, model: 'm', prompt: 'p' }), 'runModel'],
  ['automations.list', () => calls.automations.list({ projectId: 1 }), 'listStarts'],
  [
    'automations.start',
    () => calls.automations.start({ projectId: 1, pipelineId: 3, nodeId: 'start', itemIds: [2] }),
    'startPipeline',
  ],
  ['automations.progress', () => calls.automations.progress({ projectId: 1, startId: 4 }), 'getStart'],
  ['storage.get', () => calls.storage.get(), 'getAppData'],
  ['storage.put', () => calls.storage.put({ value: 1 }), 'putAppData'],
  ['storage.getForItem', () => calls.storage.getForItem({ itemId: 2 }), 'getItemData'],
  ['storage.putForItem', () => calls.storage.putForItem({ itemId: 2, value: 1 }), 'putItemData'],
  ['http.fetch', () => calls.http.fetch({ url: 'https://example.org' }), 'appFetch'],
])('should make %s in the name of the app', async (_, call, operation) => {
  await expect(call()).rejects.toMatchObject({ code: 'STOP' });
  expect(send).toHaveBeenCalledOnce();
  const [sent, , args] = send.mock.calls[0]!;
  expect(sent.name).toBe(operation);
  expect(args.headers).toEqual({ [APP_HEADER]: '12' });
});

it('should read for itself what it must know to set metadata, and set it in the name of the app', async () => {
  send
    .mockResolvedValueOnce({ name: 'a.png', folder_id: 9 })
    .mockResolvedValueOnce({ succeeded_items: [], failed_items: ['a.png'] });
  await expect(calls.items.setMetadata({ ...place, values: { Light: 'morning' } })).rejects.toMatchObject({
    code: 'INVALID',
  });
  expect(send.mock.calls.map(([{ name }, , args]) => [name, args.headers])).toEqual([
    ['getProjectItem', {}],
    ['setValues', { [APP_HEADER]: '12' }],
  ]);
  expect(send.mock.calls[1]![2]).toMatchObject({
    query: { project_id: 1, folder_id: 9 },
    body: { data: { 'a.png': { Light: 'morning' } } },
  });
});

it('should make what it asks for itself as the role that the app is tried in, too', async () => {
  send
    .mockResolvedValueOnce({ name: 'a.png', folder_id: 9 })
    .mockResolvedValueOnce({ succeeded_items: [], failed_items: [] });
  await callsAs(2).items.setMetadata({ ...place, values: {} });
  send
    .mockResolvedValueOnce({ role: { id: 2, name: 'QA' } })
    .mockResolvedValueOnce({
      document: { metadata: { name: 'a' }, instances: [], tags: [], comments: [] },
      revision: 4,
    })
    .mockResolvedValueOnce({ revision: 5, status: 1 });
  await callsAs(2).comments.add({ ...place, text: 'Look' });
  const [role, both] = [{ [ROLE_HEADER]: '2' }, { [APP_HEADER]: '12', [ROLE_HEADER]: '2' }];
  expect(send.mock.calls.map(([, , args]) => args.headers)).toEqual([role, both, role, role, both]);
});

it('should write comments in the name of the app, with who the person is', async () => {
  send
    .mockResolvedValueOnce({ role: { id: 2, name: 'QA' } })
    .mockResolvedValueOnce({
      document: { metadata: { name: 'a' }, instances: [], tags: [], comments: [] },
      revision: 4,
    })
    .mockResolvedValueOnce({ revision: 5, status: 1 });
  await calls.comments.add({ ...place, text: 'Look' });
  const [, , args] = send.mock.calls[2]!;
  expect(args).toMatchObject({
    headers: { [APP_HEADER]: '12' },
    body: {
      base: 4,
      data: { comments: [{ correspondence: [{ text: 'Look', email: 'ana@example.org', role: 'QA' }] }] },
    },
  });
});
