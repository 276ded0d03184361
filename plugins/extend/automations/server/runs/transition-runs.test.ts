import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { customMetadataApi } from '#plugins/organize/item-fields/common/index.ts';
import type { ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ListedPipeline, RunView, StoredPipeline } from '../../common/api.ts';
import { automationsApi } from '../../common/api.ts';
import type { PipelineGraph } from '../../common/pipeline.ts';

const operations = automationsApi.operations;
const submit = { workflow: 'System workflow', transition: 'Submit' };

/** An item as its project answers it. */
interface AnsweredItem {
  readonly folder_id: number;
  readonly entropy_value: number | null;
  readonly annotation_status: number;
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let names = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'workflow', 'item-fields', 'automations'],
    });
    owner = (await app.team('North')).owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const project = async (...items: readonly string[]): Promise<readonly [id: number, ...items: number[]]> => {
    const { id } = (
      await owner.request<{ id: number }>('POST', '/project', { body: { name: `P ${(names += 1)}`, type: 8 } })
    ).body;
    const made = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: { project_id: id, upload_state: 3, images: items.map(name => ({ name, path: 'custom_llm' })), meta: {} },
    });
    return [id, ...made.body.map(each => each.id)];
  };
  const itemOf = async (id: number, itemId: number): Promise<AnsweredItem> =>
    (await owner.request<AnsweredItem>('GET', `/api/v1/project/${id}/item/${itemId}`)).body;
  const change = async (id: number, itemIds: readonly number[], value: number): Promise<ItemChangeView> =>
    (
      await owner.request<ItemChangeView>('POST', `/api/v1/project/${id}/items/change`, {
        body: { selection: { item_ids: itemIds }, change: { kind: 'status', value } },
      })
    ).body;
  /** Makes a pipeline of steps one after another that the transition *Submit* starts. */
  const create = async (
    id: number,
    settings: Readonly<Record<string, string>>,
    ...steps: readonly (readonly [string, Readonly<Record<string, unknown>>])[]
  ): Promise<StoredPipeline> => {
    const scope = { all: false, projects: [{ id, folders: [] }] };
    const graph: PipelineGraph = {
      nodes: [
        { id: 'start', kind: 'event', type: 'transition', settings: { ...submit, ...settings }, scope, x: 0, y: 0 },
        ...steps.map(([type, of], at) => ({
          id: `a${at}`,
          kind: 'action' as const,
          type,
          settings: { ...of },
          x: 300 * at,
          y: 99,
        })),
      ],
      edges: steps.map((_, at) => ({ from: at === 0 ? 'start' : `a${at - 1}`, to: `a${at}` })),
    };
    const body = { name: `Pipeline ${(names += 1)}`, description: '', graph };
    return (await owner.call<StoredPipeline>('automations', operations.createPipeline, { body })).body;
  };
  const runsAre = (id: number, wanted: readonly object[]): Promise<void> =>
    vi.waitFor(
      async () => {
        const query = { pipeline_id: id };
        const { body } = await owner.call<{ data: RunView[] }>('automations', operations.listRuns, { query });
        expect(body.data).toMatchObject(wanted);
      },
      { timeout: 30_000, interval: 50 },
    );
  const listed = async (id: number): Promise<ListedPipeline['transitions'] | undefined> => {
    const { body } = await owner.call<{ data: ListedPipeline[] }>('automations', operations.listPipelines);
    return body.data.find(each => each.id === id)?.transitions;
  };

  it('should start with a transition of a workflow, whoever makes it, and with no other', async () => {
    const [id, first, second] = (await project('a', 'b')) as [number, number, number];
    const flow = await create(id, {}, ['set_priority', { priority: 9 }]);
    await change(id, [second], 2);
    await change(id, [first], 2);
    await change(id, [first], 3);
    await runsAre(flow.id, [{ event: 'transition', item_id: first, state: 'COMPLETED' }]);
    expect(await itemOf(id, first)).toMatchObject({ entropy_value: 9 });
    expect(await listed(flow.id)).toEqual([
      { node: 'start', ...submit, with_change: [], after_change: ['set_priority'] },
    ]);
  });

  it('should act as part of a transition, and refuse it for the items whose action fails', async () => {
    const [id, seven, many] = (await project('7', 'many')) as [number, number, number];
    await owner.request('POST', `/folder?project_id=${id}`, { body: { name: 'Done' } });
    const done = await owner.request<{ id: number }>('GET', `/folder/getFolderByName?project_id=${id}&name=Done`);
    await owner.call('explore', customMetadataApi.operations.createFields, {
      query: { project_id: id },
      body: { data: { Size: { type: 'number' } } },
    });
    const flow = await create(
      id,
      { timing: 'with_change' },
      ['set_priority', { priority: 9 }],
      ['set_field', { field: 'Size', value: '{{after.name}}' }],
      ['move', { folder: 'Done' }],
    );
    await change(id, [seven, many], 2);
    const outcome = await change(id, [seven, many], 3);
    expect(outcome).toMatchObject({ changed: 1 });
    expect(outcome.items?.failed).toEqual([
      {
        id: many,
        code: 'TRANSITION_REFUSED',
        message: expect.stringMatching(/“Pipeline \d+” refused.*“many” does not fit/),
      },
    ]);
    // What is part of the change is there with the answer.
    expect(await itemOf(id, seven)).toMatchObject({
      annotation_status: 3,
      entropy_value: 9,
      custom_metadata: { Size: 7 },
    });
    expect(await itemOf(id, many)).toMatchObject({ annotation_status: 2, entropy_value: null });
    await runsAre(flow.id, [{ item_id: seven, state: 'COMPLETED' }]);
    expect(await itemOf(id, seven)).toMatchObject({ folder_id: done.body.id });
    expect(await listed(flow.id)).toEqual([
      { node: 'start', ...submit, with_change: ['set_priority', 'set_field'], after_change: ['move'] },
    ]);
  });
});
