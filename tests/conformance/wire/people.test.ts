import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { TestApp, TestPerson, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Person {
  readonly id: number;
  readonly email: string;
  readonly role: number;
  readonly state: string;
  readonly userPermissions: readonly { readonly id: number; readonly name: string }[];
  readonly customField?: { readonly custom_field_values: Record<string, unknown> } | null;
  readonly permissions?: { readonly paused: number };
  readonly categories?: readonly { readonly id: number; readonly name: string }[];
}
interface Listed<T> {
  readonly data: readonly T[];
  readonly count: number;
}

const TEAM = { entity: 'Contributor', parentEntity: 'Team' };
const PROJECT = { entity: 'Contributor', parentEntity: 'Project' };

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let ana: TestPerson;
  let boss: TestPerson;
  const wm = <T>(
    method: string,
    path: string,
    call: Parameters<ScriptClient['call']>[3] = {},
  ): Promise<{ status: number; body: T & { error?: string; errors?: unknown[] } }> =>
    script.call<T & { error?: string; errors?: unknown[] }>('work-management', method, `/api/v1/${path}`, call);
  const people = async (
    path: string,
    search: object = {},
    more: { query?: Record<string, string>; join?: object[]; project?: boolean } = {},
  ): Promise<Listed<Person>> =>
    (
      await wm<Listed<Person>>('POST', path, {
        query: more.query ?? (more.project === true ? PROJECT : TEAM),
        ...(more.project === true ? { context: { project_id: project } } : {}),
        body: { query: { limit: 100, offset: 0, search, ...(more.join === undefined ? {} : { join: more.join }) } },
      })
    ).body;
  const inProject = (search: object = {}, join?: object[]): Promise<Listed<Person>> =>
    people('projectusers/search', search, { project: true, ...(join === undefined ? {} : { join }) });

  beforeAll(async () => {
    app = await openTestApp(kind);
    team = await app.team('North');
    script = await scriptClient(app, team);
    ana = await team.join('ana@x.org');
    boss = await team.join('boss@x.org');
    await script.call('main', 'POST', `/api/v1/team/${team.id}/inviteUsers`, {
      body: { emails: ['pending@x.org'], team_role: 4 },
    });
    project = await scriptProject(script, 'Shared', 8);
    await script.call('main', 'POST', `/api/v1/project/${project}/share/bulk`, {
      body: {
        users: [
          { user_id: ana.email, user_role: 1 },
          { user_id: 'pending@x.org', user_role: 2 },
          { user_id: boss.email, user_role: 3 },
        ],
      },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('teamusers/search', () => {
    it('reports roles and states as the client knows them, permissions as a list, and no custom values', async () => {
      const { data, count } = await people('teamusers/search');
      expect(count).toBe(4);
      expect(data.find(each => each.email === team.owner.email)).toMatchObject({
        role: 12,
        state: 'CONFIRMED',
        userPermissions: [],
      });
      expect(data.find(each => each.email === 'pending@x.org')).toMatchObject({ role: 4, state: 'PENDING' });
      expect(data.every(each => each.customField === undefined)).toBe(true);
      expect(data.map(each => each.id)).toEqual(data.map(each => each.id).toSorted((one, other) => one - other));
    });

    it.each([
      ['an e-mail', { $and: [{ email: { $eq: 'ana@x.org' } }] }, ['ana@x.org']],
      [
        'a list of e-mails',
        { email: { $in: ['ANA@x.org', 'boss@x.org', 'nobody@x.org'] } },
        ['ana@x.org', 'boss@x.org'],
      ],
      ['a part of the e-mail', { email: { $cont: 'oss@' } }, ['boss@x.org']],
      ['a state', { state: { $eq: 'PENDING' } }, ['pending@x.org']],
      [
        'a role and not an e-mail',
        { $and: [{ role: { $eq: 4 } }, { $or: [{ email: { $ne: 'ana@x.org' } }, { email: { $isnull: true } }] }] },
        ['boss@x.org', 'pending@x.org'],
      ],
    ])('finds by %s', async (_, search, emails) => {
      expect((await people('teamusers/search', search)).data.map(each => each.email).toSorted()).toEqual(emails);
    });

    it('counts, and answers a query string alike', async () => {
      expect(
        (
          await wm<{ count: number }>('POST', 'teamusers/getcount', {
            query: TEAM,
            body: { query: { search: { role: { $eq: 4 } } } },
          })
        ).body.count,
      ).toBe(3);
      expect(
        (await wm<Listed<Person>>('GET', 'teamusers?filter=email||$eq||ana@x.org')).body.data.map(each => each.email),
      ).toEqual(['ana@x.org']);
    });

    it('ends with an empty page', async () => {
      expect(
        (
          await wm<Listed<Person>>('POST', 'teamusers/search', {
            query: TEAM,
            body: { query: { limit: 100, offset: 100, search: {} } },
          })
        ).body,
      ).toMatchObject({ data: [], count: 4 });
    });
  });

  describe('projectusers/search', () => {
    it('lists memberships with role ids, flags and permissions', async () => {
      const { data } = await inProject();
      expect(data.map(each => [each.email, each.role, each.state])).toEqual(
        expect.arrayContaining([
          ['ana@x.org', 1, 'CONFIRMED'],
          ['pending@x.org', 2, 'PENDING'],
          ['boss@x.org', 3, 'CONFIRMED'],
        ]),
      );
      expect(data).toHaveLength(3);
      expect(data[0]).toMatchObject({
        permissions: { paused: 0, allow_orchestrate: 0, allow_run_explore: 0, allow_view_sdk_token: 0 },
        userPermissions: [],
      });
      expect(data[0]!.categories).toBeUndefined();
    });

    it('finds by role and by membership id, which is not the team user’s', async () => {
      const [admin] = (await inProject({ role: { $eq: 3 } })).data;
      expect(admin).toMatchObject({ email: 'boss@x.org' });
      expect((await inProject({ id: { $in: [admin!.id] } })).count).toBe(1);
    });

    it('needs the project in the context', async () => {
      expect((await wm('POST', 'projectusers/search', { query: PROJECT, body: { query: {} } })).status).toBe(400);
    });
  });

  describe('pausing by query', () => {
    const pause = (paused: number, email = 'pending@x.org'): Promise<{ status: number }> =>
      wm('POST', 'teams/editprojectsusers', {
        body: {
          query: {
            limit: null,
            offset: null,
            search: {
              $and: [{ 'projects.id': { $in: [project, 99_999] } }, { 'projects.contributors.email': { $eq: email } }],
            },
          },
          body: { projectUsers: { permissions: { paused } } },
        },
      });

    it('pauses also people who have not joined, and lets them go on', async () => {
      expect((await pause(1)).status).toBe(200);
      expect((await inProject({ email: { $eq: 'pending@x.org' } })).data[0]!.permissions!.paused).toBe(1);
      await pause(0);
      expect((await inProject({ email: { $eq: 'pending@x.org' } })).data[0]!.permissions!.paused).toBe(0);
    });

    it('has no effect for who is no member', async () => {
      expect((await pause(1, 'nobody@x.org')).status).toBe(200);
    });
  });

  describe('permissions of people', () => {
    const edit = (
      id: number,
      body: object,
    ): Promise<{ status: number; body: { data: { add: object[]; remove: object[] } } }> =>
      wm('POST', 'customentities/edit', {
        query: { ...PROJECT, action: 'editpermissions' },
        context: { project_id: project },
        body: { query: { limit: null, offset: null, search: { id: { $in: [id] } } }, body },
      });
    const download = { userPermissions: [{ id: 28 }] };

    it('are listed by group; Download is one of project users', async () => {
      const { body } = await wm<Listed<{ label: string; permissions: { id: number; name: string }[] }>>(
        'GET',
        'permissiongroups',
        { query: { offset: 0 } },
      );
      expect(body.data.find(each => each.label === 'projectUser')!.permissions).toContainEqual({
        id: 28,
        name: 'Download',
      });
    });

    it('are given and taken, and only actual changes are reported', async () => {
      const admin = (await inProject({ role: { $eq: 3 } })).data[0]!;
      const annotator = (await inProject({ role: { $eq: 1 } })).data[0]!;
      expect((await edit(admin.id, { add: download })).body.data).toEqual({
        add: [{ id: admin.id, userPermissions: [{ id: 28 }] }],
        remove: [],
      });
      expect((await inProject({ id: { $eq: admin.id } })).data[0]!.userPermissions).toMatchObject([
        { id: 28, name: 'Download' },
      ]);
      expect((await edit(admin.id, { add: download })).body.data, 'given already').toEqual({ add: [], remove: [] });
      expect((await edit(annotator.id, { add: download })).body.data, 'not for the role').toEqual({
        add: [],
        remove: [],
      });
      expect((await edit(admin.id, { remove: download })).body.data).toEqual({
        add: [],
        remove: [{ id: admin.id, userPermissions: [{ id: 28 }] }],
      });
    });
  });

  describe('categories of people', () => {
    it('are added and removed, answered whole, and joined in ascending order', async () => {
      await script.call('main', 'PUT', `/project/${project}/settings`, {
        body: { settings: [{ attribute: 'CategorizeItems', value: 1 }] },
      });
      await wm('POST', 'categories/bulk', {
        query: { project_id: project },
        context: { project_id: project },
        body: { bulk: [{ name: 'Shoes' }, { name: 'Hats' }] },
      });
      const [shoes, hats] = (await wm<Listed<{ id: number }>>('GET', 'categories', { query: { project_id: project } }))
        .body.data;
      const { id } = (await inProject({ role: { $eq: 1 } })).data[0]!;
      const edit = (action: string, categories: object[]): Promise<{ body: { data: object[] } }> =>
        wm('POST', 'customentities/edit', {
          query: { ...PROJECT, action },
          context: { project_id: project },
          body: { query: { limit: null, offset: null, search: { id: { $in: [id] } } }, body: { categories } },
        });
      expect((await edit('addcontributorcategory', [{ id: hats!.id }, { id: shoes!.id }])).body.data).toEqual([
        { id, categories: [{ id: shoes!.id }, { id: hats!.id }] },
      ]);
      expect((await inProject({ id: { $eq: id } }, [{ field: 'categories' }])).data[0]!.categories).toEqual([
        { id: shoes!.id, name: 'Shoes' },
        { id: hats!.id, name: 'Hats' },
      ]);
      expect((await edit('removecontributorcategory', [{ id: shoes!.id }])).body.data).toEqual([
        { id, categories: [{ id: hats!.id }] },
      ]);
    });
  });

  describe('custom fields of people', () => {
    const create = async (
      name: string,
      component_id: number,
      component_payload: object = {},
      query: object = TEAM,
    ): Promise<number> => {
      const { status, body } = await wm<{ id: number }>('POST', 'customfieldtemplates', {
        query: query as Record<string, string>,
        body: { name, component_id, component_payload, access: {} },
      });
      expect(status).toBe(201);
      return body.id;
    };
    const idOf = async (email: string): Promise<number> =>
      (await people('teamusers/search', { email: { $eq: email } })).data[0]!.id;
    const patch = async (
      email: string,
      field: number,
      value: unknown,
    ): Promise<{ status: number; body: { errors?: unknown[] } }> =>
      wm('PATCH', `customentities/${await idOf(email)}`, {
        query: TEAM,
        body: { customField: { custom_field_values: { [field]: value } } },
      });
    const found = async (field: number, operator: object): Promise<string[]> =>
      (
        await people('customentities/search', { $and: [{ [`customField.custom_field_values.${field}`]: operator }] })
      ).data
        .map(each => each.email)
        .toSorted();

    it('are refused in the shape and words of the contract', async () => {
      const [text, number, date] = [
        await create('Note', 1),
        await create('Level', 5, { configs: { min: 0, max: 10 } }),
        await create('Since', 4),
      ];
      const options = { options: [{ value: 'a' }, { value: 'b' }] };
      const [many, single] = [await create('Skills', 2, options), await create('Site', 3, options)];
      const refusal = (type: string, values: string[] = []): object => ({
        status: 400,
        body: { errors: [{ code: 'VALIDATION_ERROR', details: { valid_types: [type], expected_values: values } }] },
      });
      expect(await patch('ana@x.org', text, 123)).toMatchObject(refusal('string'));
      expect(await patch('ana@x.org', number, 'text')).toMatchObject(refusal('number'));
      expect(await patch('ana@x.org', date, 'text')).toMatchObject(refusal('number'));
      expect(await patch('ana@x.org', many, 'a')).toMatchObject(refusal('Array', ['a', 'b']));
      expect(await patch('ana@x.org', single, 123)).toMatchObject(refusal('string', ['a', 'b']));
    });

    it('keep the doubles of dates bit for bit, and are found by them', async () => {
      const date = await create('Day', 4);
      await patch('ana@x.org', date, 1738671238758.9998);
      const row = (await people('customentities/search', { email: { $eq: 'ana@x.org' } })).data[0]!;
      expect(row.customField!.custom_field_values[String(date)]).toBe(1738671238758.9998);
      expect(await found(date, { $eq: 1738671238758.9998 })).toEqual(['ana@x.org']);
      expect(await found(date, { $gt: [1738671238758] })).toEqual(['ana@x.org']);
    });

    it('match choices that share an element, and leave out on overlap', async () => {
      const many = await create('Languages', 2, { options: [{ value: 'de' }, { value: 'en' }, { value: 'fr' }] });
      await patch('ana@x.org', many, ['de', 'en']);
      await patch('boss@x.org', many, ['fr']);
      expect(await found(many, { $in: ['en', 'fr'] })).toEqual(['ana@x.org', 'boss@x.org']);
      expect(await found(many, { $notin: ['en'] })).toEqual(['boss@x.org']);
      expect(await found(many, { $isnull: true })).toEqual([team.owner.email, 'pending@x.org'].toSorted());
      await patch('boss@x.org', many, null);
      expect(await found(many, { $notnull: true })).toEqual(['ana@x.org']);
    });

    it('are not for the owner of the team', async () => {
      const text = await create('Seat', 1);
      expect((await patch(team.owner.email, text, 'x')).status).toBe(403);
    });

    it('of a project belong to the membership', async () => {
      const text = await create('Shift', 1, {}, PROJECT);
      const { id } = (await inProject({ email: { $eq: 'ana@x.org' } })).data[0]!;
      const context = { project_id: project };
      expect(
        (
          await wm('PATCH', `customentities/${id}`, {
            query: PROJECT,
            context,
            body: { customField: { custom_field_values: { [text]: 'late' } } },
          })
        ).status,
      ).toBe(200);
      expect(
        (
          await people(
            'customentities/search',
            { [`customField.custom_field_values.${text}`]: { $cont: 'LAT' } },
            { project: true },
          )
        ).data.map(each => each.email),
      ).toEqual(['ana@x.org']);
    });

    it('of kinds the client does not know are not sent to it', async () => {
      const path = `/services/work-management/api/v1/customfieldtemplates?entity=Contributor&parentEntity=Team`;
      const made = await team.owner.request<{ id: number }>('POST', path, {
        body: { name: 'Remote', component_id: 6 },
      });
      expect(made.status).toBe(201);
      expect(
        (await team.owner.request<{ data: { id: number }[] }>('GET', path)).body.data.map(each => each.id),
      ).toContain(made.body.id);
      expect(
        (await wm<{ data: { id: number }[] }>('GET', 'customfieldtemplates', { query: TEAM })).body.data.map(
          each => each.id,
        ),
      ).not.toContain(made.body.id);
    });

    it('also show each score as averages over 7, 14 and 30 days', async () => {
      const score = (
        await wm<{ id: number }>('POST', 'scores', {
          body: { name: 'Speed', type: 'number', payload: { min: 0, max: 10 } },
        })
      ).body.id;
      const folder = (
        await script.call<{ id: number }>('main', 'GET', '/folder/getFolderByName', {
          query: { project_id: project, name: 'root' },
        })
      ).body.id;
      await script.call('main', 'POST', '/image/ext-create', {
        body: {
          project_id: project,
          folder_id: folder,
          team_id: team.id,
          upload_state: 3,
          images: [{ name: 'one', path: 'custom_llm' }],
          meta: {},
        },
      });
      const item = (
        await script.call<Listed<{ id: number }>>('items', 'POST', '/api/v1/items/search', {
          context: { project_id: project },
          body: { query: { search: {} } },
        })
      ).body.data[0]!.id;
      await script.call('scoring', 'POST', '/api/v1/scores', {
        query: { project_id: project },
        body: { data: [{ item_id: item, score_id: score, user_id: 'ana@x.org', user_role: 1, value: 4, weight: 1 }] },
      });
      const templates = (
        await wm<{ data: { id: number; name: string; component_id: number }[] }>('GET', 'customfieldtemplates', {
          query: TEAM,
        })
      ).body.data.filter(each => each.name.startsWith('Speed'));
      expect(templates.map(each => [each.name, each.component_id])).toEqual([
        ['Speed 7D', 5],
        ['Speed 14D', 5],
        ['Speed 30D', 5],
      ]);
      expect(await found(templates[0]!.id, { $gt: 3 })).toEqual(['ana@x.org']);
      expect(
        (await people('customentities/search', { email: { $eq: 'ana@x.org' } })).data[0]!.customField!
          .custom_field_values[String(templates[2]!.id)],
      ).toBe(4);
    });

    it('that are deleted take their values with them', async () => {
      const text = await create('Old', 1);
      await patch('ana@x.org', text, 'x');
      expect((await wm('DELETE', `customfieldtemplates/${text}`, { query: TEAM })).status).toBe(200);
      expect(
        (await people('customentities/search', { email: { $eq: 'ana@x.org' } })).data[0]!.customField!
          .custom_field_values[String(text)],
      ).toBeUndefined();
      expect(
        (
          await wm('POST', 'customentities/search', {
            query: TEAM,
            body: { query: { search: { [`customField.custom_field_values.${text}`]: { $eq: 'x' } } } },
          })
        ).status,
      ).toBe(400);
    });
  });
});
