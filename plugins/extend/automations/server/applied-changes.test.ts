import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { categoriesApi } from '#plugins/organize/categories/common/index.ts';
import { customMetadataApi } from '#plugins/organize/item-fields/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { runsOf } from '#tests/support/run-plan.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { RunView, StoredPipeline } from '../common/api.ts';
import { automationsApi } from '../common/api.ts';
import type { DryRunResult } from '../common/dry-run.ts';
import type { PipelineGraph } from '../common/pipeline.ts';

const operations = automationsApi.operations;
const FOLDERS = ['root', 'Done', 'Odd'] as const;

/** An item as its project lists it. */
interface ListedItem {
  readonly id: number;
  readonly name: string;
  readonly folder_id: number;
  readonly entropy_value: number | null;
  readonly annotation_status: number;
  readonly categories: readonly { readonly category_name: string }[];
  readonly custom_metadata: Readonly<Record<string, unknown>>;
}

/** An action with its settings. */
type Step = readonly [type: string, settings: Readonly<Record<string, unknown>>];

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      mode: fc.constantFrom('set', 'add', 'remove'),
      categories: fc.subarray(['Cat', 'dog', 'Owl']).map(names => names.join('\n')),
    })
    .map(settings => ['set_category', settings] as const),
  fc
    .constantFrom({ field: 'Note' }, { field: 'Note', value: 'of {{after.name}}' }, { field: 'Size', value: '4' })
    .map(settings => ['set_field', settings] as const),
  fc.constantFrom(...FOLDERS).map(folder => ['move', { folder }] as const),
  fc.constantFrom({}, { priority: 2 }, { priority: 7 }).map(settings => ['set_priority', settings] as const),
  fc.constantFrom('InProgress', 'QualityCheck').map(status => ['set_status', { status }] as const),
);

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let folders: ReadonlyMap<number, string>;
  let names = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'workflow', 'categories', 'item-fields', 'automations'],
    });
    owner = (await app.team('North')).owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const project = async (count: number): Promise<{ readonly id: number; readonly items: readonly number[] }> => {
    const settings = [{ attribute: 'CategorizeItems', value: 2 }];
    const body = { name: `P ${(names += 1)}`, type: 8, settings };
    const { id } = (await owner.request<{ id: number }>('POST', '/project', { body })).body;
    const made = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: id,
        upload_state: 3,
        images: Array.from({ length: count }, (_, at) => ({ name: `item ${at}`, path: 'custom_llm' })),
        meta: {},
      },
    });
    return { id, items: made.body.map(each => each.id) };
  };
  const folderOf = async (id: number, name: string): Promise<readonly [number, string]> => {
    if (name !== 'root') await owner.request('POST', `/folder?project_id=${id}`, { body: { name } });
    const path = `/folder/getFolderByName?project_id=${id}&name=${name}`;
    return [(await owner.request<{ id: number }>('GET', path)).body.id, name];
  };
  const itemOf = async (id: number, itemId: number): Promise<ListedItem> =>
    (await owner.request<ListedItem>('GET', `/api/v1/project/${id}/item/${itemId}`)).body;
  const chain = (id: number, steps: readonly Step[], event = 'item fired', settings: object = { name: 'Go' }) =>
    ({
      nodes: [
        {
          id: 'start',
          kind: 'event',
          type: event,
          settings: { ...settings },
          scope: { all: false, projects: [{ id, folders: [] }] },
          x: 0,
          y: 0,
        },
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
    }) satisfies PipelineGraph;
  const dryRun = async (
    graph: PipelineGraph,
    project_id: number,
    item_ids: readonly number[],
  ): Promise<{ readonly shown: DryRunResult; apply(): Promise<DryRunResult> }> => {
    const tried = { graph, node_id: 'start', project_id, item_ids: [...item_ids] };
    const { status, body } = await owner.call<DryRunResult>('automations', operations.dryRunPipeline, { body: tried });
    expect(status, JSON.stringify(body)).toBe(200);
    const apply = async (): Promise<DryRunResult> => {
      const applied = await owner.call<DryRunResult>('automations', operations.applyDryRun, {
        body: { ...tried, digest: body.digest },
      });
      expect(applied.status, JSON.stringify(applied.body)).toBe(200);
      return applied.body;
    };
    return { shown: body, apply };
  };
  const create = async (graph: PipelineGraph): Promise<StoredPipeline> => {
    const body = { name: `Pipeline ${(names += 1)}`, description: '', graph };
    const made = await owner.call<StoredPipeline>('automations', operations.createPipeline, { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
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
  /** Values of an item under the kinds of changes. */
  const valuesOf = async (id: number, itemId: number): Promise<Readonly<Record<string, unknown>>> => {
    const item = await itemOf(id, itemId);
    return {
      category: item.categories.map(each => each.category_name),
      ...Object.fromEntries(['Note', 'Size'].map(field => [field, item.custom_metadata[field] ?? null])),
      folder: folders.get(item.folder_id),
      priority: item.entropy_value,
      status: item.annotation_status,
    };
  };

  it('should apply exactly the changes that any chain of actions shows', async () => {
    const { id, items } = await project(3);
    folders = new Map(await Promise.all(FOLDERS.map(name => folderOf(id, name))));
    const query = { project_id: id };
    await owner.call('work-management', categoriesApi.operations.createCategories, {
      query,
      body: { bulk: ['Cat', 'Dog', 'Owl'].map(name => ({ name })) },
    });
    await owner.call('explore', customMetadataApi.operations.createFields, {
      query,
      body: { data: { Note: { type: 'string' }, Size: { type: 'number' } } },
    });
    const state = (): Promise<readonly Readonly<Record<string, unknown>>[]> =>
      Promise.all(items.map(each => valuesOf(id, each)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 5 }),
        fc.subarray([...items], { minLength: 1 }),
        async (steps, chosen) => {
          const before = await state();
          const { shown, apply } = await dryRun(chain(id, steps), id, chosen);
          expect(await state()).toEqual(before);
          expect(await apply()).toEqual({ ...shown, documents: [], more_documents: 0 });
          const expected = before.map(each => ({ ...each }));
          for (const { node, item_id, kind: changed, before: old, after } of shown.changes) {
            const { field } = steps[Number(node.slice(1))]![1] as { readonly field?: string };
            const values = expected[items.indexOf(item_id)]!;
            const key = changed === 'metadata' ? field! : changed;
            expect(values[key]).toEqual(old);
            values[key] = after;
          }
          expect(await state()).toEqual(expected);
        },
      ),
      { numRuns: runsOf(80) },
    );
  });

  it('should name categories, fields and values that a project does not have', async () => {
    const { id, items } = await project(1);
    const steps: readonly Step[] = [
      ['set_category', { categories: 'Ant' }],
      ['set_field', { field: 'Note', value: 'x' }],
      ['set_field', { field: 'Size', value: 'large' }],
    ];
    await owner.call('explore', customMetadataApi.operations.createFields, {
      query: { project_id: id },
      body: { data: { Size: { type: 'number' } } },
    });
    const graph = chain(id, steps);
    const always = { ...graph, edges: graph.edges.map(each => ({ ...each, on: 'always' as const })) };
    always.edges[0] = { from: 'start', to: 'a0' } as never;
    const { shown } = await dryRun(always, id, items);
    expect(shown.notes.map(each => each.message)).toEqual([
      expect.stringContaining('has no category “Ant”'),
      expect.stringContaining('has no field “Note”'),
      expect.stringContaining('“large” does not fit the field “Size”'),
    ]);
  });

  it('should move items to another project, and go on there', async () => {
    const [{ id, items }, other] = [await project(2), await project(0)];
    await folderOf(other.id, 'Arrived');
    const graph = chain(id, [
      ['move', { project: other.id, folder: 'Arrived' }],
      ['set_priority', { priority: 3 }],
    ]);
    const { shown } = await dryRun(graph, id, items);
    expect(shown.changes.map(each => [each.kind, each.after])).toEqual([
      ...items.map(() => ['folder', expect.stringMatching(/^P \d+: Arrived$/)]),
      ...items.map(() => ['priority', 3]),
    ]);
    const flow = await create(graph);
    await owner.call('automations', operations.fireTrigger, {
      body: { pipeline_id: flow.id, node_id: 'start', project_id: id, item_ids: [...items] },
    });
    await runsAre(
      flow.id,
      items.map(() => ({ state: 'COMPLETED', project_id: other.id })),
    );
    const { body } = await owner.call<{ data: RunView[] }>('automations', operations.listRuns, {
      query: { pipeline_id: flow.id },
    });
    for (const each of body.data) expect(await itemOf(other.id, each.item_id!)).toMatchObject({ entropy_value: 3 });
    expect((await owner.request('GET', `/api/v1/project/${id}/item/${items[0]!}`)).status).toBe(404);
  });
});
