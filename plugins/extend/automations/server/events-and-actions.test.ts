import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/index.ts';
import { keepingApi } from '#plugins/analyze/explore/common/index.ts';
import { exportApi } from '#plugins/exchange/exchange/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { StoredTask } from '../common/actions-api.ts';
import { actionsApi } from '../common/actions-api.ts';
import type { RunView, StoredPipeline } from '../common/api.ts';
import { automationsApi } from '../common/api.ts';
import type { DryRunResult } from '../common/dry-run.ts';
import { ownLimitsApi } from '../common/limits-api.ts';
import type { PipelineGraph, PipelineNode } from '../common/pipeline.ts';
import type { AutomationTables } from './automation-tables.ts';
import { codeOf, startedByHand } from './sample-actions.support.ts';

const operations = automationsApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let names = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'workflow', 'explore', 'exchange', 'time-tracker', 'automations'],
    });
    owner = (await app.team('North')).owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const project = async (count: number): Promise<{ readonly id: number; readonly items: readonly number[] }> => {
    const { id } = (
      await owner.request<{ id: number }>('POST', '/project', { body: { name: `P ${(names += 1)}`, type: 1 } })
    ).body;
    const { body: items } = await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
      body: {
        project_id: id,
        upload_state: 3,
        images: Array.from({ length: count }, (_, at) => ({
          name: `item ${at}`,
          path: `https://files.test/${at}.png`,
        })),
        meta: {},
      },
    });
    return { id, items: items.map(each => each.id) };
  };
  const folder = async (projectId: number, name: string): Promise<number> =>
    (await owner.request<{ id: number }>('POST', `/folder?project_id=${projectId}`, { body: { name } })).body.id;
  const pipeline = async (nodes: readonly PipelineNode[], edges: PipelineGraph['edges']): Promise<StoredPipeline> => {
    const { status, body } = await owner.call<StoredPipeline>('automations', operations.createPipeline, {
      body: { name: `Pipeline ${(names += 1)}`, description: '', graph: { nodes: [...nodes], edges } },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const runs = async (pipelineId: number): Promise<readonly RunView[]> =>
    (
      await owner.call<{ data: RunView[] }>('automations', operations.listRuns, {
        query: { pipeline_id: pipelineId, limit: 200 },
      })
    ).body.data;
  const save = async (projectId: number, itemId: number, base: number, comments: readonly object[]): Promise<void> => {
    const { status } = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
      params: { project_id: projectId, item_id: itemId },
      body: {
        op: crypto.randomUUID(),
        base,
        data: { metadata: { name: 'item 0' }, instances: [], tags: [], comments },
      },
    });
    expect(status).toBe(200);
  };

  it('should start a pipeline once for each fact that its events name, and for no other', async () => {
    const { id, items } = await project(1);
    const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      'project u': { to: 'completed' },
      'project d': {},
      'folder c': {},
      'folder u': { from: 'notStarted', to: 'completed' },
      'folder d': {},
      'export c': {},
      'export u': { to: 'complete' },
      'export d': {},
      'item open': { role: 'ProjectAdmin' },
      'item u:annotation': {},
      'item comment': { change: 'resolved' },
    };
    const types = Object.keys(settings);
    const scope = { all: false, projects: [{ id, folders: [] }] };
    const flow = await pipeline(
      [
        ...types.map((type, at): PipelineNode => ({
          id: `e${at}`,
          kind: 'event',
          type,
          settings: settings[type]!,
          scope,
          x: 0,
          y: at * 100,
        })),
        { id: 'a', kind: 'action', type: 'delay', settings: { seconds: 1 }, x: 300, y: 0 },
      ],
      types.map((_, at) => ({ from: `e${at}`, to: 'a' })),
    );

    const made = await folder(id, 'A');
    const change = (body: object) => owner.request('PUT', `/folder/${made}?project_id=${id}`, { body });
    await change({ name: 'B' });
    await change({ status: 3 });
    await change({ status: 3 });
    await owner.request('PUT', `/image/delete/images?project_id=${id}`, { body: { folder_ids: [made] } });

    const thread = (resolved: boolean) => ({
      id: 'thread-1',
      x: 1,
      y: 1,
      resolved,
      correspondence: [{ text: 'Look', email: owner.email, role: 'ProjectAdmin' }],
    });
    await save(id, items[0]!, 0, [thread(false)]);
    await save(id, items[0]!, 1, [thread(true)]);
    await save(id, items[0]!, 2, [thread(true)]);

    const beat = { beat: crypto.randomUUID(), item_id: items[0]!, at: new Date().toISOString(), type: 'open' };
    for (let sent = 0; sent < 2; sent++)
      expect(
        await owner.request('POST', `/api/v1/project/${id}/activity`, {
          body: { beats: [beat, { ...beat, beat: crypto.randomUUID(), type: 'key' }] },
        }),
      ).toMatchObject({ status: 200 });

    const exported = await owner.call<{ id: number }>('main', exportApi.operations.createExport, {
      params: { project_id: id },
      body: {},
    });
    const ofExport = { project_id: id, export_id: exported.body.id };
    await vi.waitFor(
      async () =>
        expect(
          (await owner.call('main', exportApi.operations.getProjectExport, { params: ofExport })).body,
        ).toMatchObject({ status: 2 }),
      { timeout: 30_000 },
    );
    await owner.call('main', exportApi.operations.deleteProjectExport, { params: ofExport });
    await owner.request('PUT', `/project/${id}`, { body: { description: 'Other' } });
    await owner.request('PUT', `/project/${id}`, { body: { status: 3 } });

    // The window in which saves of one item count as one is over at once.
    await app.database
      .system<AutomationTables>('test')
      .transaction(trx =>
        trx.updateTable('automations.event').set({ held_until: new Date() }).where('held_for', '=', 'calm').execute(),
      );
    const started = (wanted: readonly string[]): Promise<void> =>
      vi.waitFor(
        async () => {
          const found = (await runs(flow.id)).map(each => each.event);
          // A window may have ended between two of the three saves.
          const once = found.filter((each, at) => each !== 'item u:annotation' || found.indexOf(each) === at);
          expect(once.toSorted()).toEqual(wanted.toSorted());
          expect(found.length).toBeLessThanOrEqual(wanted.length + 1);
        },
        { timeout: 30_000, interval: 100 },
      );
    await started(types.filter(each => each !== 'project d'));
    await owner.request('DELETE', `/project/${id}`);
    await started(types);
  });

  it('should bring, comment, list and export items as a dry run shows, and none of it before', async () => {
    const { id, items } = await project(2);
    await folder(id, 'Archive');
    await save(id, items[1]!, 0, []);
    const actions: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['comment', { text: 'Look at {{after.name}}' }],
      ['add_to_subset', { subset: 'Odd ones' }],
      ['create_export', { format: 'coco', status: 'NotStarted' }],
      ['move', { folder: 'archive' }],
      ['copy', { folder: 'root' }],
      ['copy', { folder: 'root', duplicates: 'replace_annotation' }],
      ['move', { folder: 'Nowhere' }],
    ];
    const scope = { all: false, projects: [{ id, folders: [] }] };
    const nodes: readonly PipelineNode[] = [
      { id: 'start', kind: 'event', type: 'item fired', settings: { name: 'Go' }, scope, x: 0, y: 0 },
      ...actions.map(([type, settings], at): PipelineNode => ({
        id: `a${at}`,
        kind: 'action',
        type,
        settings,
        x: at * 300 + 300,
        y: 0,
      })),
    ];
    const edges = actions.map((_, at) => ({ from: at === 0 ? 'start' : `a${at - 1}`, to: `a${at}` }));
    await pipeline(nodes, edges);
    const tried = { graph: { nodes, edges }, node_id: 'start', project_id: id, item_ids: items };
    const { status, body: shown } = await owner.call<DryRunResult>('automations', operations.dryRunPipeline, {
      body: tried,
    });
    expect(status, JSON.stringify(shown)).toBe(200);
    const ofEach = (kind: string, before: unknown, after: unknown) =>
      items.map((_, at) => [at, kind, before, typeof after === 'string' ? after.replace('#', String(at)) : after]);
    expect(shown.changes.map(each => [items.indexOf(each.item_id), each.kind, each.before, each.after])).toEqual([
      ...ofEach('comment', null, 'Look at item #'),
      ...ofEach('subset', null, 'Odd ones'),
      ...ofEach('export', null, 'COCO'),
      ...ofEach('folder', 'root', 'Archive'),
      ...ofEach('copy', 'Archive', 'root'),
      ...ofEach('replacement', 'Archive', 'root'),
    ]);
    expect(shown.notes.map(each => [each.node, each.outcome, each.message])).toEqual(
      items.map(() => ['a6', 'failed', expect.stringContaining('no folder “Nowhere”')]),
    );
    const commented = [expect.objectContaining({ resolved: false })];
    expect(shown.documents.map(each => [each.item_name, each.before['comments'], each.after['comments']])).toEqual([
      ...items.map((_, at) => [`item ${at}`, [], commented]),
      // The copies, whose annotations are replaced by the same ones.
      ...items.map((_, at) => [`item ${at}`, commented, commented]),
    ]);
    const state = async () => {
      const [subsets, exports, counts] = await Promise.all([
        owner.call<{ data: { name: string; itemsCount: number }[] }>('explore', keepingApi.operations.listSubsets, {
          query: { project_id: id },
        }),
        owner.call<{ count: number }>('main', exportApi.operations.listProjectExports, { params: { project_id: id } }),
        owner.request<{ byFolder: { name: string; total: number }[] }>('GET', `/project/${id}/imageCounts`),
      ]);
      return {
        subsets: subsets.body.data.map(each => [each.name, each.itemsCount]),
        exports: exports.body.count,
        folders: Object.fromEntries(counts.body.byFolder.map(each => [each.name, each.total])),
      };
    };
    expect(await state()).toEqual({ subsets: [], exports: 0, folders: { root: 2, Archive: 0 } });
    const body = { ...tried, digest: shown.digest };
    const applied = await owner.call('automations', operations.applyDryRun, { body });
    expect([applied.status, applied.body]).toEqual([200, { ...shown, documents: [] }]);
    expect(await state()).toEqual({ subsets: [['Odd ones', 2]], exports: 1, folders: { root: 2, Archive: 2 } });
  });

  it('should show and save annotations that code wrote, and count the seconds of each run of the code', async () => {
    const { id, items } = await project(1);
    const draft = codeOf(
      `item.saveAnnotations({ metadata: { name: 'item 0' }, instances: [], tags: ['checked'] }, 0);
       item.comment('Checked by ' + event.event);
       const end = Date.now() + 120; while (Date.now() < end);`,
      { writes: ['annotate', 'comment'] },
    );
    const task = await owner.call<StoredTask>('automations', actionsApi.operations.createCustomTask, {
      body: { name: 'Check', description: '', draft },
    });
    await owner.call('automations', actionsApi.operations.deployCustomTask, {
      params: { custom_task_id: task.body.id },
      body: { revision: task.body.revision },
    });
    const seconds = async (): Promise<number> => {
      const { body } = await owner.call<{ usage: { code_seconds_today: number } }>(
        'automations',
        ownLimitsApi.operations.getAutomationLimits,
      );
      return body.usage.code_seconds_today;
    };
    const before = await seconds();
    const graph = startedByHand(id, { custom_task_id: task.body.id }, 'custom');
    const tried = { graph, node_id: 'start', project_id: id, item_ids: items };
    const { body: shown } = await owner.call<DryRunResult>('automations', operations.dryRunPipeline, { body: tried });
    expect(shown.changes.map(each => [each.kind, each.after])).toEqual([
      ['annotations', 0],
      ['comment', 'Checked by item fired'],
    ]);
    expect(shown.documents).toMatchObject([
      { item_id: items[0], before: { tags: [], comments: [] }, after: { tags: ['checked'], comments: [{}] } },
    ]);
    const between = await seconds();
    expect(between).toBeGreaterThan(before);
    const apply = () => owner.call('automations', operations.applyDryRun, { body: { ...tried, digest: shown.digest } });
    expect((await apply()).status).toBe(200);
    const { body: stored } = await owner.call('main', annotationDocumentApi.operations.getAnnotation, {
      params: { project_id: id, item_id: items[0]! },
    });
    expect(stored).toMatchObject({
      document: { tags: ['checked'], comments: [{ correspondence: [{ text: 'Checked by item fired' }] }] },
    });
    expect((await apply()).body).toMatchObject({ code: 'DRY_RUN_OUTDATED' });
    expect(await seconds()).toBeGreaterThan(between);
  });
});
