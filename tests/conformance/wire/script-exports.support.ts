import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';
import type { Row, Listed, WireItem } from './script-session.support.ts';
import type { ScriptSession } from './script-session.support.ts';

/** Adds the calls that assign, copy, query and export the items, and delete everything at the end. */
export function scriptExportTests(session: ScriptSession): void {
  const { names, items, scope, send, state, findProject } = session;

  it('assign_items(), set_approval_statuses(), pin_image(), upload_priority_scores()', async () => {
    expect(
      await send('main', 'PUT', '/images/editAssignment/', {
        query: { project_id: state.project },
        body: { image_names: names.slice(0, 4), folder_name: 'Night', assign_user_id: state.annotator },
      }),
    ).toEqual({ successCount: 4 });
    expect(
      (await items({ 'assignments.user_id': { $eq: state.annotator } })).data.map(each => each.assignments),
    ).toEqual(Array.from({ length: 4 }, () => [{ user_id: state.annotator, user_role: 1 }]));
    expect(
      await send<unknown[]>('main', 'POST', '/items/bulk/change', {
        ...scope(),
        body: { item_names: names.slice(0, 2), change_actions: { APPROVAL_STATUS: 2 } },
      }),
    ).toHaveLength(2);
    await send('main', 'PUT', `/image/${state.items[0]!.id}`, {
      query: { project_id: state.project },
      body: { ...state.items[0], is_pinned: 1, path: 'Streets/Night', url: null },
    });
    expect(
      await send('main', 'POST', '/images/updateEntropy', {
        ...scope(),
        body: {
          image_entropies: [
            { name: names[0], entropy_value: 0.5 },
            { name: 'absent.jpg', entropy_value: 1 },
          ],
        },
      }),
    ).toMatchObject({ data: [{ name: names[0] }] });
    expect((await items({ name: { $eq: names[0] } })).data[0]).toMatchObject({
      approval_status: 2,
      is_pinned: true,
      entropy_value: 0.5,
      name: names[0],
    });
  });

  it('copy_items(): polled until finished, listed in the destination', async () => {
    const root = (
      await send<Row>('main', 'GET', '/folder/getFolderByName', { query: { project_id: state.project, name: 'root' } })
    ).id;
    const { poll_id } = await send<{ poll_id: number }>('main', 'POST', '/images/copy-move-images-folders', {
      query: { project_id: state.project },
      body: {
        is_folder_copy: false,
        image_names: names.slice(0, 2),
        source_folder_id: state.folder,
        destination_folder_id: root,
        include_annotations: true,
        keep_pin_status: false,
        duplicate_behaviour: 'skip_duplicates',
        operate_function: 'copy',
      },
    });
    expect(
      await send('main', 'GET', '/images/copy-image-progress', { query: { project_id: state.project, poll_id } }),
    ).toMatchObject({ progress: 'finished' });
    const copied = await send<Listed<WireItem>>('items', 'POST', '/api/v1/items/search', {
      context: { project_id: state.project, folder_id: root },
      body: { query: { limit: 2000, offset: 0, search: {} } },
    });
    expect(copied.data.map(each => [each.name, each.annotation_status, each.is_pinned])).toEqual([
      [names[0], 2, false],
      [names[1], 2, false],
    ]);
  });

  it('query() and add_items_to_subset(): parsed, paged by 50, found at once', async () => {
    const query = { project_id: state.project };
    const parsed = await send<{ isValidQuery: boolean; parsedQuery: unknown }>(
      'explore',
      'POST',
      '/api/v1/items/parse/query',
      { query, body: { query: 'instance(type =bbox ) AND folder = Night' } },
    );
    expect(parsed.isValidQuery).toBe(true);
    const rows = await send<
      { id: number; name: string; folder_name: string; is_root_folder: boolean; custom_metadata: object }[]
    >('explore', 'POST', '/api/v1/items/search', {
      query: { ...query, includeFolderNames: true },
      body: { image_index: 0, query: parsed.parsedQuery },
    });
    expect(rows.map(each => each.name).toSorted()).toEqual(names);
    expect(rows[0]).toMatchObject({ folder_name: 'Night', is_root_folder: false, custom_metadata: {} });
    expect(
      await send('explore', 'POST', '/api/v1/items/count', { query, body: { query: parsed.parsedQuery } }),
    ).toMatchObject({ count: names.length });
    const [subset] = await send<Row[]>('explore', 'POST', '/api/v1/subsets', { query, body: { names: ['Train'] } });
    expect(
      await send('explore', 'POST', '/api/v1/subsets/change', {
        query: { ...query, subset_id: subset!.id },
        body: { action: 'ATTACH', item_ids: rows.slice(0, 5).map(each => each.id) },
      }),
    ).toMatchObject({ skipped: [], failed: [] });
    expect(
      await send<unknown[]>('explore', 'POST', '/api/v1/items/search', {
        query: { ...query, includeFolderNames: true, subset_id: subset!.id },
        body: { image_index: 0 },
      }),
    ).toHaveLength(5);
  });

  it('upload_custom_values(): queried at once', async () => {
    const query = { project_id: state.project };
    await send('explore', 'POST', '/api/v1/custom/metadata/schema', {
      query,
      body: { data: { lux: { type: 'number', minimum: 0 } } },
    });
    expect(
      await send('explore', 'POST', '/api/v1/custom/metadata/item', {
        ...scope(),
        body: { data: { [names[0]!]: { lux: 12 }, [names[1]!]: { lux: -1 } } },
      }),
    ).toMatchObject({ failed_items: [names[1]] });
    const parsed = await send<{ parsedQuery: unknown }>('explore', 'POST', '/api/v1/items/parse/query', {
      query,
      body: { query: 'custom.lux > 10' },
    });
    const rows = await send<{ name: string; custom_metadata: object }[]>('explore', 'POST', '/api/v1/items/search', {
      query: { ...query, includeFolderNames: true },
      body: { image_index: 0, query: parsed.parsedQuery },
    });
    expect(rows.map(each => [each.name, each.custom_metadata])).toEqual([[names[0], { lux: 12 }]]);
  });

  it('prepare_export() and download_export(): polled until complete, a zip by a plain GET', async () => {
    const made = await send<Row & { status: number }>('main', 'POST', '/export', {
      query: { project_id: state.project },
      body: { fuse: 0, is_pinned: 0, coco: 0, time: 'Nov 20 2026 03:52', include: '1,2', folder_names: ['Night'] },
    });
    expect(
      (await send<Row[]>('main', 'GET', '/exports', { query: { project_id: state.project } })).map(each => each.name),
    ).toContain(made.name);
    let done = await send<{ status: number; download: string }>('main', 'GET', `/export/${made.id}`, {
      query: { project_id: state.project },
    });
    for (let tries = 0; done.status === 1 && tries < 200; tries++) {
      await pause(50);
      done = await send('main', 'GET', `/export/${made.id}`, { query: { project_id: state.project } });
    }
    expect(done.status).toBe(2);
    const file = await session.app.app.http.inject({
      method: 'GET',
      url: done.download.replace(/^https?:\/\/[^/]+/, ''),
    });
    expect(file.statusCode).toBe(200);
    const entries = await readAll(await fromBufferPromise(file.rawPayload));
    expect([...entries.keys()].filter(name => name.startsWith('Night/')).toSorted()).toEqual(
      names.map(name => `Night/${name}.json`),
    );
    expect([...entries.keys()]).toContain('classes/classes.json');
  });

  it('delete_annotations(): progress asked for as fast as one can', async () => {
    const { poll_id } = await send<{ poll_id: number }>('main', 'POST', '/annotations/remove', {
      ...scope(),
      body: { image_names: [names[11]] },
    });
    for (let turn = 0; turn < 50; turn++)
      expect(
        await send('main', 'GET', '/annotations/getRemoveStatus', { query: { project_id: state.project, poll_id } }),
      ).toMatchObject({ process: 100 });
    expect((await items({ name: { $eq: names[11] } })).data[0]).toMatchObject({ annotation_status: 1 });
    expect(
      (
        await session.script.call('main', 'POST', '/annotations/remove', {
          ...scope(),
          body: { image_names: ['absent.jpg'] },
        })
      ).status,
    ).toBeGreaterThanOrEqual(400);
  });

  it('pause_user_activity(): then assigning is refused in the words of the contract', async () => {
    await send('work-management', 'POST', '/api/v1/teams/editprojectsusers', {
      body: {
        query: {
          limit: null,
          offset: null,
          search: {
            $and: [
              { 'projects.id': { $in: [state.project] } },
              { 'projects.contributors.email': { $eq: state.annotator } },
            ],
          },
        },
        body: { projectUsers: { permissions: { paused: 1 } } },
      },
    });
    const refused = await session.script.call('main', 'PUT', '/images/editAssignment/', {
      query: { project_id: state.project },
      body: { image_names: names.slice(4, 5), folder_name: 'Night', assign_user_id: state.annotator },
    });
    expect([refused.status >= 400, refused.body['error']]).toEqual([
      true,
      'The user does not have the required permissions for this assignment.',
    ]);
  });

  it('delete_items(), delete_folders() and delete_project()', async () => {
    await send('main', 'PUT', '/image/delete/images', {
      query: { project_id: state.project },
      body: { image_ids: [state.items[0]!.id] },
    });
    expect((await items()).count).toBe(names.length - 1);
    await send('main', 'PUT', '/image/delete/images', {
      query: { project_id: state.project },
      body: { folder_ids: [state.folder] },
    });
    expect(
      (
        await session.script.call('main', 'GET', '/folder/getFolderByName', {
          query: { project_id: state.project, name: 'Night' },
        })
      ).status,
    ).toBe(404);
    await send('main', 'DELETE', `/project/${state.project}`);
    expect(await findProject('Streets')).toBeUndefined();
  });
}
