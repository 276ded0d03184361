import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Project } from '../common/project.ts';
import { projectsApi } from '../common/api.ts';

const { cloneProject, listProjects } = projectsApi.operations;

interface MadeClass {
  readonly id: number;
  readonly name: string;
  readonly attribute_groups: readonly {
    readonly id: number;
    readonly name: string;
    readonly attributes: readonly { readonly id: number; readonly name: string }[];
  }[];
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let ana: TestPerson;
  let stranger: TestPerson;
  let source: Project;
  let made: readonly MadeClass[];

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'projects',
        'teams',
        'items',
        'classes',
        'workflow',
        'editor',
        'annotation-api',
        'skeletons',
        'steps',
        'form',
      ],
    });
    const team = await app.team('Alpha');
    owner = team.owner;
    ana = await team.join('ana@alpha.test');
    stranger = (await app.team('Beta')).owner;
    source = (
      await owner.request<Project>('POST', '/project', {
        body: {
          name: 'Cars',
          type: 1,
          description: 'All of them',
          instructions_link: 'https://docs.test/cars',
          status: 3,
          workflow_id: 2,
          settings: [{ attribute: 'ImageQuality', value: 100 }],
        },
      })
    ).body;
    made = (
      await owner.request<MadeClass[]>('POST', `/classes?project_id=${source.id}`, {
        body: {
          classes: [
            {
              name: 'Car',
              color: '#FF0000',
              attribute_groups: [{ name: 'Doors', group_type: 'radio', attributes: [{ name: '2' }, { name: '4' }] }],
            },
          ],
        },
      })
    ).body;
    await owner.request('PUT', `/api/v1/project/${source.id}/steps`, {
      body: {
        steps: [{ class_id: made[0]!.id, tool: 3, attribute_ids: [made[0]!.attribute_groups[0]!.attributes[1]!.id] }],
      },
    });
    await owner.request('POST', `/api/v1/project/${source.id}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 3 }] },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const clone = (by: TestPerson, id: number, name: string, include: readonly string[]): Promise<Answer<Project>> =>
    by.call<Project>('main', cloneProject, { params: { project_id: id }, body: { name, include } });
  const read = async (path: string): Promise<{ readonly data: readonly Record<string, unknown>[] }> =>
    (await owner.request<{ data: Record<string, unknown>[] }>('GET', path)).body;

  it('should take over all that is chosen, and start over', async () => {
    const { status, body } = await clone(owner, source.id, 'Copy of Cars', ['settings', 'classes', 'steps', 'members']);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Copy of Cars',
      type: 1,
      description: 'All of them',
      instructions_link: 'https://docs.test/cars',
      workflow_id: 2,
      status: 1,
      upload_state: 1,
    });
    const [car] = (await read(`/classes?project_id=${body.id}`)).data as unknown as readonly MadeClass[];
    expect([
      car!.name,
      car!.attribute_groups.map(each => [each.name, each.attributes.map(value => value.name)]),
    ]).toEqual(['Car', [['Doors', ['2', '4']]]]);
    expect(car!.id).not.toBe(made[0]!.id);
    expect((await read(`/api/v1/project/${body.id}/steps`)).data).toMatchObject([
      { class_id: car!.id, tool: 3, attribute: [{ attribute: { id: car!.attribute_groups[0]!.attributes[1]!.id } }] },
    ]);
    expect((await read(`/api/v1/project/${body.id}/contributors`)).data).toMatchObject([{ email: ana.email, role: 3 }]);
    const settings = (
      await owner.request<{ attribute: string; value: unknown }[]>('GET', `/project/${body.id}/settings`)
    ).body;
    expect(['ImageQuality', 'WorkflowType'].map(name => settings.find(each => each.attribute === name)?.value)).toEqual(
      [100, 2],
    );
  });

  it('should take over the text and the newest files of the instructions', async () => {
    const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Every car.' }] }] };
    await owner.request('PUT', `/api/v1/project/${source.id}/instructions`, { body: { document, version: 0 } });
    for (const text of ['old', 'a newer one'])
      await owner.request('PUT', `/api/v1/project/${source.id}/instructions/files?name=guide.txt`, { body: { text } });
    const size = JSON.stringify({ text: 'a newer one' }).length;
    const { body } = await clone(owner, source.id, 'With instructions', ['instructions']);
    const copied = (await read(`/api/v1/project/${body.id}/instructions`)) as unknown as {
      document: unknown;
      version: number;
      files: readonly { id: number; name: string; version: number; size: number }[];
    };
    expect(copied).toMatchObject({ document, version: 1, files: [{ name: 'guide.txt', version: 1, size }] });
    // The copy is its own: a change of one is none of the other.
    await owner.request('PUT', `/api/v1/project/${body.id}/instructions`, {
      body: { document: { type: 'doc', content: [] }, version: 1 },
    });
    expect(await read(`/api/v1/project/${source.id}/instructions`)).toMatchObject({ document });
    expect(
      await read(`/api/v1/project/${(await clone(owner, source.id, 'Without instructions', [])).body.id}/instructions`),
    ).toMatchObject({ document: null, files: [] });
  });

  it('should leave out what is not chosen', async () => {
    const { body } = await clone(owner, source.id, 'Bare', []);
    expect((await read(`/classes?project_id=${body.id}`)).data).toEqual([]);
    expect((await read(`/api/v1/project/${body.id}/contributors`)).data).toEqual([]);
    const settings = (
      await owner.request<{ attribute: string; value: unknown }[]>('GET', `/project/${body.id}/settings`)
    ).body;
    expect(['ImageQuality', 'WorkflowType'].map(name => settings.find(each => each.attribute === name)?.value)).toEqual(
      [60, 1],
    );
  });

  it('should take over the form of a multimodal project', async () => {
    const asked = (await owner.request<Project>('POST', '/project', { body: { name: 'Questions', type: 8 } })).body;
    const document = { components: [{ id: 'r_1', type: 'input' }] };
    await owner.request('POST', `/project/${asked.id}/custom-editor-template`, { body: document });
    const stored = await owner.request('GET', `/project/${asked.id}/custom-editor-template`);
    expect([stored.status, stored.body]).toMatchObject([200, document]);
    const { body } = await clone(owner, asked.id, 'More questions', ['classes']);
    expect((await owner.request('GET', `/project/${body.id}/custom-editor-template`)).body).toEqual(stored.body);
  });

  it('should make nothing when the name is taken', async () => {
    const before = (await owner.call<{ count: number }>('main', listProjects, { query: {} })).body.count;
    const answer = await clone(owner, source.id, 'cars', ['classes']);
    expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([409, 'NAME_EXISTS']);
    expect((await owner.call<{ count: number }>('main', listProjects, { query: {} })).body.count).toBe(before);
  });

  it('should be refused to contributors and unknown to another team', async () => {
    expect((await clone(ana, source.id, 'Mine', [])).status).toBe(403);
    expect((await clone(stranger, source.id, 'Theirs', [])).status).toBe(404);
  });

  it('should be found by role, creator and day', async () => {
    const found = async (by: TestPerson, query: object): Promise<readonly string[]> =>
      (
        await by.call<{ data: Project[] }>('main', listProjects, {
          query: { name: 'Cars', sort: 'name', ...query } as never,
        })
      ).body.data.map(each => each.name);
    expect(await found(ana, { role: 3 })).toEqual(['Cars', 'Copy of Cars']);
    expect(await found(ana, { role: 1 })).toEqual([]);
    expect(await found(owner, { creator: owner.email.toUpperCase() })).toEqual(['Cars', 'Copy of Cars']);
    expect(await found(owner, { creator: ana.email })).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await found(owner, { created_from: today, created_to: today })).toEqual(['Cars', 'Copy of Cars']);
    expect(await found(owner, { created_to: '2001-01-01' })).toEqual([]);
    const wrong = await owner.call('main', listProjects, { query: { created_from: 'yesterday' } as never });
    expect([wrong.status, wrong.body['error']]).toMatchObject([400, expect.stringContaining('created_from')]);
  });
});
