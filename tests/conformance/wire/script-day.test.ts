import { expect, it } from 'vitest';
import { annotationForm } from '../../support/annotated-items.ts';
import { eachDatabase } from '../../support/database.ts';
import { scriptSession } from './script-session.support.ts';
import type { Row, Listed } from './script-session.support.ts';
import { scriptExportTests } from './script-exports.support.ts';

/**
 * The operations of a script in the order in which the public client sends their calls, one after another on one
 * project.
 */
eachDatabase(kind => {
  const session = scriptSession(kind);
  const { send, state, findProject, names, items, scope } = session;

  it('SAClient(): who am I, and the team', async () => {
    const me = await send<{ user_role: number }>('main', 'GET', '/user/ME');
    expect(me).toMatchObject({ email: session.team.owner.email });
    const found = await send<{ user_role: number }>('main', 'GET', `/api/v1/team/${session.team.id}`, {
      query: { include_users: false },
    });
    expect(found).toMatchObject({
      id: session.team.id,
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
        team_id: String(session.team.id),
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
          team_id: session.team.id,
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
      metadata: { name, lastAction: { email: session.team.owner.email, timestamp: 1_760_000_000_000 } },
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
    const { raw } = await session.script.call('assets', 'POST', '/api/v4/items/annotations/download', {
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

  scriptExportTests(session);
});
