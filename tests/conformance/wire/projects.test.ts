import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface WireProject {
  readonly id: number;
  readonly name: string;
  readonly status: number | string;
  readonly type: number | string;
  readonly upload_state: number | string;
  readonly workflow_id: number;
  readonly customField?: { readonly custom_field_values: Record<string, unknown> } | null;
}
interface Listed<T> {
  readonly data: readonly T[];
  readonly count: number;
}
interface Setting {
  readonly id: number;
  readonly attribute: string;
  readonly value: unknown;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let count = 0;
  const fresh = (type = 1): Promise<number> => scriptProject(script, `Project ${(count += 1)}`, type);
  const settings = async (id: number): Promise<Setting[]> =>
    (await script.call<Setting[]>('main', 'GET', `/project/${id}/settings`)).body;
  const search = async (
    path: string,
    query: object,
    parameters: Record<string, string> = {},
  ): Promise<{ status: number; body: Listed<WireProject> & { error?: string } }> =>
    script.call('work-management', 'POST', `/api/v1/${path}`, {
      query: parameters,
      body: { query: { limit: 100, offset: 0, ...query } },
    });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['projects', 'teams', 'items', 'workflow', 'custom-fields'] });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  it('answers calls at the root as it does below /api/v1', async () => {
    const id = await fresh();
    const at = (base: string) => ({
      project: () => script.call('main', 'GET', `${base}/project/${id}`),
      name: () => script.call('main', 'GET', `${base}/projects/nameExists`, { query: { name: `Project ${count}` } }),
      invite: () =>
        script.call('main', 'POST', `${base}/team/${team.id}/inviteUsers`, {
          body: { emails: ['none'], team_role: 4 },
        }),
      share: () =>
        script.call('main', 'POST', `${base}/project/${id}/share/bulk`, {
          body: { users: [{ user_id: 'nobody@north.test', user_role: 1 }] },
        }),
    });
    const [root, versioned] = [at(''), at('/api/v1')];
    for (const call of ['project', 'name', 'invite', 'share'] as const) {
      const { status, body } = await root[call]();
      expect([call, status < 300, body]).toEqual([call, true, (await versioned[call]()).body]);
    }
  });

  describe('the constructor of the client', () => {
    it('asks who it is, and for the team', async () => {
      expect((await script.call('main', 'GET', '/user/ME')).body).toMatchObject({
        id: team.owner.email,
        email: team.owner.email,
        user_role: 15,
      });
      const { body } = await script.call('main', 'GET', `/api/v1/team/${team.id}`, { query: { include_users: false } });
      expect(body).toMatchObject({
        id: team.id,
        name: 'North team',
        description: null,
        owner_id: String(team.organizationId),
      });
      expect(body).toHaveProperty('type');
    });

    it('is refused with a token that is none', async () => {
      const response = await app.app.http.inject({
        method: 'GET',
        url: `/user/ME?team_id=${team.id}`,
        headers: { authorization: `wrong=${team.id}`, authtype: 'sdk' },
      });
      expect(response.statusCode).toBe(401);
    });
  });

  describe('POST /project', () => {
    it('begins with the defaults of its type', async () => {
      const made = (
        await script.call<WireProject>('main', 'POST', '/project', {
          body: {
            team_id: String(team.id),
            name: `Project ${(count += 1)}`,
            type: 1,
            description: 'd',
            status: 1,
            settings: [{ attribute: 'ImageQuality', value: 100 }],
            contributors: [],
            classes: [],
            custom_fields: {},
            folder_id: 5,
          },
        })
      ).body;
      expect(made).toMatchObject({
        status: 1,
        upload_state: 1,
        workflow_id: 1,
        team_id: team.id,
        creator_id: team.owner.email,
      });
      const values = new Map((await settings(made.id)).map(each => [each.attribute, each.value]));
      expect(values.get('ImageQuality')).toBe(100);
      expect(values.get('WorkflowType')).toBe(1);
      expect(values.has('FrameRate')).toBe(false);
      expect(
        (
          await script.call<Listed<object>>('work-management', 'POST', '/api/v1/projectusers/search', {
            context: { project_id: made.id },
            body: { query: {} },
          })
        ).body.count,
        'the creator is not listed',
      ).toBe(0);
    });

    it.each([
      [3, 3],
      [4, 3],
      [8, 3],
      [1, 1],
    ])('of type %i keeps files in state %i', async (type, state) => {
      expect(
        (
          await script.call<WireProject>('main', 'GET', `/api/v1/project/${await fresh(type)}`, {
            query: { include_users: false },
          })
        ).body.upload_state,
      ).toBe(state);
    });

    it('of a video has a numeric frame rate', async () => {
      expect((await settings(await fresh(3))).find(each => each.attribute === 'FrameRate')!.value).toEqual(
        expect.any(Number),
      );
    });
  });

  it('GET /api/v1/projects finds a part of the name in any case, with every sign a name may have', async () => {
    const name = `Odd, !@#$%+ ${(count += 1)}`;
    await scriptProject(script, name);
    for (const part of [name, name.toUpperCase(), '!@#$%+'])
      expect(
        (
          await script.call<Listed<WireProject>>('main', 'GET', '/api/v1/projects', {
            query: { name: part, completeImagesCount: true, offset: 0 },
          })
        ).body.data.map(each => each.name),
      ).toContain(name);
  });

  it('PUT /project/{id} takes a whole entity and leaves settings and storage as they are', async () => {
    const id = await fresh();
    const entity = (await script.call<WireProject>('main', 'GET', `/api/v1/project/${id}`)).body;
    const before = await settings(id);
    const { status, body } = await script.call<WireProject>('main', 'PUT', `/project/${id}`, {
      body: {
        ...entity,
        name: `Renamed ${id}`,
        status: 2,
        instructions_link: 'https://example.org/read',
        upload_state: 3,
        settings: [],
        contributors: [],
        classes: [],
        custom_fields: {},
      },
    });
    expect([status, body.name, body.status, body.upload_state]).toEqual([200, `Renamed ${id}`, 2, 1]);
    expect(await settings(id)).toEqual(before);
  });

  it('PUT /project/{id}/settings changes a setting by its id', async () => {
    const id = await fresh();
    const quality = (await settings(id)).find(each => each.attribute === 'ImageQuality')!;
    const { body } = await script.call<Setting[]>('main', 'PUT', `/project/${id}/settings`, {
      body: { settings: [{ id: quality.id, attribute: 'ImageQuality', value: 100 }] },
    });
    expect(body.find(each => each.attribute === 'ImageQuality')!.value).toBe(100);
  });

  it('DELETE /project/{id} deletes once; then it is not found', async () => {
    const id = await fresh();
    expect((await script.call('main', 'DELETE', `/project/${id}`)).status).toBe(200);
    expect((await script.call('main', 'DELETE', `/project/${id}`)).status).toBe(404);
    expect((await script.call('main', 'GET', `/api/v1/project/${id}`)).status).toBe(404);
  });

  describe('sharing', () => {
    it('gives a role, reports who is no member, and takes out again', async () => {
      const id = await fresh();
      await team.join(`share${id}@x.org`);
      const share = await script.call('main', 'POST', `/api/v1/project/${id}/share/bulk`, {
        body: {
          users: [
            { user_id: `share${id}@x.org`, user_role: 1 },
            { user_id: 'nobody@x.org', user_role: 1 },
          ],
        },
      });
      expect(share.body).toEqual({ invalidUsers: ['nobody@x.org'] });
      expect(
        (
          await script.call('main', 'DELETE', `/project/${id}/share/bulk`, {
            body: { user_id: [`share${id}@x.org`, 'nobody@x.org'] },
          })
        ).body,
      ).toEqual({ succeeded: [`share${id}@x.org`], failed: ['nobody@x.org'] });
      expect(
        (
          await script.call('main', 'POST', `/project/${id}/share`, {
            body: { user_id: `share${id}@x.org`, user_role: 2 },
          })
        ).body,
      ).toEqual({ invalidUsers: [] });
      expect(
        (await script.call('main', 'DELETE', `/project/${id}/share`, { body: { user_id: `share${id}@x.org` } })).body,
      ).toMatchObject({ succeeded: [`share${id}@x.org`] });
    });
  });

  describe('projects/search of work management', () => {
    it('returns words and takes numbers', async () => {
      const id = await fresh(4);
      await script.call('main', 'PUT', `/project/${id}`, { body: { status: 3 } });
      const { body } = await search('projects/search', {
        search: { $and: [{ id: { $eq: id } }, { status: { $in: [3, 4] } }] },
      });
      expect(body).toMatchObject({
        count: 1,
        data: [
          { id, type: 'PUBLIC_TEXT', status: 'completed', upload_state: 'external', sync_status: null, workflow_id: 1 },
        ],
      });
      expect((await search('projects/search', { search: { status: { $eq: 'completed' } } })).status).toBe(400);
    });

    it('finds a name exactly', async () => {
      const id = await fresh();
      const { name } = (await script.call<WireProject>('main', 'GET', `/api/v1/project/${id}`)).body;
      expect(
        (await search('projects/search', { search: { name: { $eq: name } } })).body.data.map(each => each.id),
      ).toEqual([id]);
      expect((await search('projects/search', { search: { name: { $eq: name.toLowerCase() } } })).body.count).toBe(0);
    });

    it('refuses custom fields in the text scripts know', async () => {
      const { status, body } = await search('projects/search', {
        search: { 'customField.custom_field_values.1': { $eq: 1 } },
      });
      expect([status >= 400, body.error]).toEqual([true, 'Internal server error']);
    });

    it('answers query strings, one project, and edits the status of what it finds', async () => {
      const id = await fresh();
      expect(
        (
          await script.call<Listed<WireProject>>('work-management', 'GET', `/api/v1/projects?filter=id||$eq||${id}`)
        ).body.data.map(each => each.id),
      ).toEqual([id]);
      expect((await script.call('work-management', 'GET', `/api/v1/projects/${id}`)).body).toMatchObject({
        id,
        status: 'notStarted',
      });
      expect(
        (
          await script.call('work-management', 'POST', '/api/v1/projects/edit', {
            body: { query: { search: { id: { $eq: id } } }, body: { status: 4 } },
          })
        ).body,
      ).toEqual({ success: [id], failed: [] });
      expect((await script.call('work-management', 'GET', `/api/v1/projects/${id}`)).body).toMatchObject({
        status: 'onHold',
      });
    });

    it('edits the status of many at once', async () => {
      const ids = [await fresh(), await fresh(), await fresh()];
      const { body } = await script.call<{ success: number[]; failed: object[] }>(
        'work-management',
        'POST',
        '/api/v1/projects/edit',
        { body: { query: { search: { id: { $in: ids } } }, body: { status: 3 } } },
      );
      expect([body.success.toSorted((one, other) => one - other), body.failed]).toEqual([ids, []]);
      expect(
        (await search('projects/search', { search: { id: { $in: ids } } })).body.data.map(each => each.status),
      ).toEqual(['completed', 'completed', 'completed']);
    });
  });

  describe('custom fields of projects', () => {
    const parameters = { entity: 'Project', parentEntity: 'Team' };

    it('are set, returned bare, searched and cleared', async () => {
      const id = await fresh();
      const field = (
        await script.call<{ id: number }>('work-management', 'POST', '/api/v1/customfieldtemplates', {
          query: parameters,
          body: { name: `Budget ${id}`, component_id: 5, component_payload: {}, access: {} },
        })
      ).body.id;
      const bare = async (): Promise<unknown> =>
        (await script.call('work-management', 'GET', `/api/v1/customentities/${id}`, { query: parameters })).body;
      expect(await bare()).toEqual({ customField: null });
      const put = (value: unknown): Promise<{ status: number }> =>
        script.call('work-management', 'PATCH', `/api/v1/customentities/${id}`, {
          query: parameters,
          context: { project_id: id },
          body: { customField: { custom_field_values: { [field]: value } } },
        });
      expect((await put(12)).status).toBe(200);
      expect(await bare()).toEqual({ customField: { custom_field_values: { [field]: 12 } } });
      const name = `customField.custom_field_values.${field}`;
      const { body } = await search(
        'customentities/search',
        { search: { $and: [{ [name]: { $gt: 11 } }, { [name]: { $notnull: true } }] } },
        parameters,
      );
      expect(body).toMatchObject({
        count: 1,
        data: [{ id, type: 'VECTOR', customField: { custom_field_values: { [field]: 12 } } }],
      });
      await put(null);
      expect(
        (await search('customentities/search', { search: { [name]: { $notnull: true } } }, parameters)).body.count,
      ).toBe(0);
      expect(
        (
          await search(
            'customentities/search',
            { search: { $and: [{ id: { $eq: id } }, { [name]: { $isnull: true } }] } },
            parameters,
          )
        ).body.count,
      ).toBe(1);
    });

    it('have names of their own', async () => {
      const draft = { query: parameters, body: { name: 'Twice', component_id: 1, component_payload: {}, access: {} } };
      expect((await script.call('work-management', 'POST', '/api/v1/customfieldtemplates', draft)).status).toBe(201);
      expect((await script.call('work-management', 'POST', '/api/v1/customfieldtemplates', draft)).status).toBe(409);
      expect(
        (
          await script.call('work-management', 'POST', '/api/v1/customfieldtemplates', {
            query: parameters,
            body: { name: 'Choice', component_id: 3, component_payload: { options: [] } },
          })
        ).status,
      ).toBe(400);
    });
  });
});
