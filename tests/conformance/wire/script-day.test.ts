import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';
import { annotationForm } from '../../support/annotated-items.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptCall, ScriptClient } from '../../support/script-client.ts';
import { scriptClient } from '../../support/script-client.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}
interface Listed<T> {
  readonly data: readonly T[];
  readonly count: number;
}
interface WireItem extends Row {
  readonly annotation_status: number;
  readonly approval_status: number | null;
  readonly is_pinned: boolean;
  readonly entropy_value: number | null;
  readonly assignments: readonly { readonly user_id: string; readonly user_role: number }[];
}

/**
 * The operations of a script in the order in which the public client sends their calls, one after another on one
 * project.
 */
eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  const names = Array.from({ length: 12 }, (_, at) => `street_${String(at + 1).padStart(4, '0')}.jpg`);
  const state = { project: 0, folder: 0, annotator: 'ana@x.org', items: [] as readonly WireItem[] };

  beforeAll(async () => {
    app = await openTestApp(kind);
    team = await app.team('North');
    script = await scriptClient(app, team);
    await team.join(state.annotator);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  const send = async <T>(
    service: Parameters<ScriptClient['call']>[0],
    method: string,
    path: string,
    call: ScriptCall = {},
  ): Promise<T> => {
    const answer = await script.call<T>(service, method, path, call);
    expect(answer.status, `${method} ${path} ${answer.raw.toString().slice(0, 300)}`).toBeLessThan(300);
    return answer.body;
  };
  /** P: a project by its name. */
  const findProject = async (name: string): Promise<Row | undefined> =>
    (
      await send<Listed<Row>>('main', 'GET', '/api/v1/projects', {
        query: { name, completeImagesCount: true, offset: 0 },
      })
    ).data.find(each => each.name === name);
  /** IS: items of a folder by a body query. */
  const items = (search: object = {}): Promise<Listed<WireItem>> =>
    send('items', 'POST', '/api/v1/items/search', {
      context: { project_id: state.project, folder_id: state.folder },
      body: {
        query: {
          limit: 2000,
          offset: 0,
          search,
          join: [{ field: 'metadata', select: ['path'] }, { field: 'assignments' }, { field: 'categories' }],
        },
      },
    });
  const scope = (): { query: { project_id: number; folder_id: number } } => ({
    query: { project_id: state.project, folder_id: state.folder },
  });

  it('SAClient(): who am I, and the team', async () => {
    const me = await send<{ user_role: number }>('main', 'GET', '/user/ME');
    expect(me).toMatchObject({ email: team.owner.email });
    const found = await send<{ user_role: number }>('main', 'GET', `/api/v1/team/${team.id}`, {
      query: { include_users: false },
    });
    expect(found).toMatchObject({
      id: team.id,
      creator_plan: 3,
      creator_license_expired: false,
      creator_user_limit_exceeded: false,
      user_limit: null,
      creator_trial_start_date: null,
      organization: { creation_type: null },
    });
    expect(found.user_role, 'one role number in every answer').toBe(me.user_role);
  });

  it('create_project(): with a workflow, instructions and classes', async () => {
    expect(
      (
        await send<Listed<Row>>(
          'work-management',
          'GET',
          '/api/v1/workflows?filter=name%7C%7C%24eq%7C%7CSystem%20workflow',
          { query: { offset: 0 } },
        )
      ).data[0],
    ).toMatchObject({ id: 1 });
    expect(await findProject('Streets')).toBeUndefined();
    const made = await send<Row>('main', 'POST', '/project', {
      body: {
        team_id: String(team.id),
        name: 'Streets',
        type: 1,
        description: 'd',
        status: 1,
        workflow_id: 1,
        settings: [{ attribute: 'ImageQuality', value: 100 }],
        contributors: [],
        classes: [],
        custom_fields: {},
      },
    });
    await send('main', 'PUT', `/project/${made.id}`, {
      body: {
        ...made,
        instructions_link: 'https://example.org/how',
        settings: [],
        contributors: [],
        classes: [],
        custom_fields: {},
      },
    });
    state.project = (await findProject('Streets'))!.id;
    expect(
      (await send<Listed<Row>>('main', 'GET', '/classes', { query: { project_id: state.project, offset: 0 } })).data,
    ).toEqual([]);
    await send('main', 'POST', '/classes', {
      query: { project_id: state.project },
      body: {
        classes: [
          {
            type: 1,
            name: 'Car',
            color: '#FF0000',
            attribute_groups: [
              {
                group_type: 'radio',
                name: 'Doors',
                isRequired: false,
                attributes: [{ name: '2' }, { name: '4' }],
                default_value: '4',
              },
            ],
          },
        ],
      },
    });
    expect(
      (await send<{ attribute: string }[]>('main', 'GET', `/project/${state.project}/settings`)).map(
        each => each.attribute,
      ),
    ).toEqual(expect.arrayContaining(['WorkflowType', 'ImageQuality']));
  });

  it('add_contributors_to_project(): through roles, team users and project users', async () => {
    const context = { project_id: state.project };
    const roles = (
      await send<{ data: { role_id: number; role: { name: string } }[] }>(
        'work-management',
        'GET',
        '/api/v1/workflows/1/workflowroles?join=role',
        { context },
      )
    ).data;
    const role = roles.find(each => each.role.name === 'Annotator')!.role_id;
    expect(
      (
        await send<Listed<Row>>('work-management', 'POST', '/api/v1/projectusers/search', {
          query: { entity: 'Contributor', parentEntity: 'Project' },
          context,
          body: { query: { limit: 100, offset: 0, search: {} } },
        })
      ).data,
    ).toEqual([]);
    const found = await send<Listed<{ email: string; role: number }>>(
      'work-management',
      'POST',
      '/api/v1/teamusers/search',
      {
        query: { entity: 'Contributor', parentEntity: 'Team' },
        body: {
          query: {
            limit: 100,
            offset: 0,
            search: { $and: [{ role: { $eq: 4 } }, { email: { $in: [state.annotator] } }] },
          },
        },
      },
    );
    expect(found.data.map(each => each.email)).toEqual([state.annotator]);
    expect(
      await send('main', 'POST', `/api/v1/project/${state.project}/share/bulk`, {
        body: { users: [{ user_id: state.annotator, user_role: role }] },
      }),
    ).toEqual({ invalidUsers: [] });
  });

  it('create_folder() and attach_items(): limits first, then 500 at a time, duplicates skipped', async () => {
    expect(
      await send<Row>('main', 'POST', '/folder', { query: { project_id: state.project }, body: { name: 'Night' } }),
    ).toMatchObject({ name: 'Night' });
    state.folder = (
      await send<Row>('main', 'GET', '/folder/getFolderByName', { query: { project_id: state.project, name: 'night' } })
    ).id;
    const limits = await send<Record<string, { remaining_image_count: number } | null>>(
      'main',
      'GET',
      `/project/${state.project}/limitationDetails`,
      { query: { folder_id: state.folder } },
    );
    expect(limits).toMatchObject({
      folder_limit: { remaining_image_count: 50_000 },
      project_limit: { remaining_image_count: 500_000 },
      user_limit: null,
    });
    const attach = (list: readonly string[]): Promise<Row[]> =>
      send('main', 'POST', '/image/ext-create', {
        body: {
          project_id: state.project,
          folder_id: state.folder,
          team_id: team.id,
          upload_state: 3,
          images: list.map(name => ({ name, path: `https://files.example.org/${name}`, integration_id: null })),
          meta: Object.fromEntries(list.map(name => [name, { width: 640, height: 480 }])),
        },
      });
    expect((await attach(names)).map(each => each.name)).toEqual(names);
    expect(await attach(names.slice(0, 3)), 'names that are there are skipped').toEqual([]);
    state.items = (await items()).data;
    expect(state.items.map(each => each.name)).toEqual(names);
    expect(await findProject('Streets')).toMatchObject({ upload_state: 3 });
  });

  it('upload_annotations(): schema, one form, then the status', async () => {
    const schema = await send<{ properties: object }>('assets', 'GET', '/api/v4/items/annotations/schema', {
      query: { project_type: 1, version: 'V1.00' },
    });
    expect(schema.properties).toHaveProperty('instances');
    const document = (name: string): object => ({
      metadata: { name, lastAction: { email: team.owner.email, timestamp: 1_760_000_000_000 } },
      instances: [
        {
          type: 'bbox',
          className: 'Car',
          probability: 100,
          creationType: 'Preannotation',
          points: { x1: 10, x2: 50, y1: 20, y2: 60 },
          attributes: [{ name: '2', groupName: 'Doors' }],
        },
      ],
      tags: [],
      comments: [],
    });
    const { body, headers } = annotationForm(names.map(name => [name, document(name)] as const));
    expect(
      await send('assets', 'POST', '/api/v4/items/annotations/upload', {
        query: { ...scope().query, 'image_names[]': names },
        body,
        headers,
      }),
    ).toMatchObject({ failedItems: [], missingResources: { class: [], attribute: [], attributeGroup: [] } });
    const statuses = (
      await send<{ data: { value: number; status: { name: string } }[] }>(
        'work-management',
        'GET',
        '/api/v1/workflows/1/workflowstatuses?join=status',
        { context: { project_id: state.project } },
      )
    ).data;
    const inProgress = statuses.find(each => each.status.name === 'InProgress')!.value;
    await send('main', 'PUT', '/image/updateAnnotationStatusBulk', {
      query: { project_id: state.project },
      body: { folder_id: state.folder, annotation_status: inProgress, image_names: names },
    });
    expect((await items({ annotation_status: { $eq: inProgress } })).count).toBe(names.length);
  });

  it('get_annotations(): small ones streamed between delimiters', async () => {
    const ids = state.items.map(each => each.id);
    const { small = {}, large = [] } = await send<{
      small?: Record<string, { data: { id: number }[] }>;
      large?: unknown[];
    }>('assets', 'POST', '/api/v4/items/annotations/download/method', {
      query: { limit: ids.length },
      body: { project_id: state.project, item_ids: ids },
    });
    expect(large).toEqual([]);
    const groups = Object.values(small).map(each => each.data.map(entry => entry.id));
    expect(groups.flat().toSorted((one, other) => one - other)).toEqual(ids);
    const { raw } = await script.call('assets', 'POST', '/api/v4/items/annotations/download', {
      query: { ...scope().query, limit: ids.length },
      body: { image_ids: ids },
    });
    const documents = raw
      .toString()
      .split('\\n;)\\n')
      .filter(text => text !== '')
      .map(
        text =>
          JSON.parse(text) as {
            metadata: { name: string; status: string };
            instances: { classId: number; className: string; attributes: { id: number; groupId: number }[] }[];
          },
      );
    expect(documents.map(each => each.metadata.name).toSorted()).toEqual(names);
    expect(documents[0]).toMatchObject({
      metadata: { status: 'InProgress' },
      instances: [
        { className: 'Car', classId: expect.any(Number) as number, attributes: [{ name: '2', groupName: 'Doors' }] },
      ],
    });
    expect(documents[0]!.instances[0]!.classId).toBeGreaterThan(0);
  });

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
    const file = await app.app.http.inject({ method: 'GET', url: done.download.replace(/^https?:\/\/[^/]+/, '') });
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
      (await script.call('main', 'POST', '/annotations/remove', { ...scope(), body: { image_names: ['absent.jpg'] } }))
        .status,
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
    const refused = await script.call('main', 'PUT', '/images/editAssignment/', {
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
        await script.call('main', 'GET', '/folder/getFolderByName', {
          query: { project_id: state.project, name: 'Night' },
        })
      ).status,
    ).toBe(404);
    await send('main', 'DELETE', `/project/${state.project}`);
    expect(await findProject('Streets')).toBeUndefined();
  });
});
