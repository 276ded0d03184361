import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { FormChangePreview, FormDraftState, FormVersion } from '../common/builder-api.ts';

interface Class {
  readonly id: number;
  readonly name: string;
  readonly attribute_groups: readonly {
    readonly name: string;
    readonly group_type: string;
    readonly attributes: readonly { readonly name: string; readonly default: number }[];
  }[];
}
type Loose = Record<string, unknown>;

const input = (id: string, more: object = {}): object => ({ id, type: 'input', label: id, ...more });
const radio = (id: string, options: readonly string[]): object => ({
  id,
  type: 'radio',
  value: '',
  options: options.map(value => ({ value, checked: false })),
});

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let second: TestPerson;
  let annotator: TestPerson;
  let stranger: TestPerson;
  let project: number;

  const call = <T = Loose>(method: string, rest: string, body?: object, by = owner): Promise<Answer<T>> =>
    by.request<T>(method as 'GET', `/api/v1/project/${project}/form${rest}`, body === undefined ? {} : { body });
  const state = async (by = owner): Promise<FormDraftState> =>
    (await call<FormDraftState>('GET', '/draft', undefined, by)).body;
  const save = (document: object, more: object = {}, by = owner): Promise<Answer<{ revision: number }>> =>
    call('PUT', '/draft', { document, revision: 0, base: 0, ...more }, by);
  const publish = (
    components: readonly object[],
    more: object = {},
    by = owner,
  ): Promise<Answer<{ version: number; moved: number }>> =>
    call('POST', '/publish', { document: { components }, revision: 0, base: 0, ...more }, by);
  const classes = async (): Promise<readonly Class[]> =>
    (await owner.request<{ data: Class[] }>('GET', `/classes?project_id=${project}`)).body.data;
  const put = (document: object): Promise<Answer> =>
    owner.request('POST', `/project/${project}/custom-editor-template`, { body: document });
  const stored = async (): Promise<Loose> =>
    (await owner.request('GET', `/project/${project}/custom-editor-template`)).body as Loose;
  const fill = async (name: string, data: object): Promise<number> => {
    await owner.request('POST', '/image/ext-create', {
      body: { project_id: project, upload_state: 3, images: [{ name }], meta: {} },
    });
    const {
      body: { data: items },
    } = await owner.request<{ data: { id: number; name: string }[] }>('GET', `/api/v1/project/${project}/items`);
    const { id } = items.find(each => each.name === name)!;
    const answer = await owner.request('PUT', `/api/v1/project/${project}/item/${id}/annotation`, {
      body: { op: crypto.randomUUID(), base: 0, data: { metadata: { name }, data, comments: [] } },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return id;
  };
  const filled = async (id: number): Promise<Loose> =>
    (await owner.request<{ document: Loose }>('GET', `/api/v1/project/${project}/item/${id}/annotation`)).body.document[
      'data'
    ] as Loose;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'classes', 'items', 'editor', 'workflow', 'annotation-api', 'form'],
      jobs: false,
    });
    const team = await app.team('North');
    ({ owner } = team);
    [second, annotator] = [await team.join('second@north.test'), await team.join('ann@north.test')];
    stranger = (await app.team('South')).owner;
  }, DATABASE_TIMEOUT_MS);
  beforeEach(async () => {
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: { name: `Form ${crypto.randomUUID()}`, type: 8 },
      })
    ).body.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: {
        users: [
          { user_id: second.email, user_role: 3 },
          { user_id: annotator.email, user_role: 1 },
        ],
      },
    });
  });
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should keep a draft apart from what is published, and refuse the one who was slower', async () => {
    expect((await save({ components: [input('a')] })).body).toEqual({ revision: 1 });
    expect(await stored()).toEqual({});
    expect((await state()).draft).toMatchObject({
      revision: 1,
      base: 0,
      updated_by: owner.email,
      document: { components: [{ id: 'a' }] },
    });
    expect((await save({ components: [input('b')] }, { revision: 1 })).body).toEqual({ revision: 2 });
    for (const late of [{ revision: 0 }, { revision: 1 }]) {
      const refused = await save({ components: [] }, late);
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { code: 'CONFLICT', details: { revision: 2, updatedBy: owner.email } },
      ]);
    }
    expect((await publish([input('c')], { revision: 1 })).status, 'publishing over a draft one has not seen').toBe(409);
    expect((await call('DELETE', '/draft?revision=1')).status).toBe(409);
    expect((await call('DELETE', '/draft?revision=2')).status).toBe(200);
    expect((await state()).draft).toBeUndefined();
  });

  it('should count versions, list and read them, and take nothing for a version that changed nothing', async () => {
    expect((await call<{ data: unknown[] }>('GET', '/versions')).body.data).toEqual([]);
    expect((await publish([input('a')])).body).toEqual({ version: 1, moved: 0 });
    expect((await publish([input('b')])).status, 'of a base that is gone').toBe(409);
    expect((await publish([input('b')], { base: 1 })).body).toEqual({ version: 2, moved: 0 });
    await put({ components: [input('b')] });
    await put({ components: [input('c')] });
    const { data } = (await call<{ data: FormVersion[] }>('GET', '/versions', undefined, annotator)).body;
    expect(data.map(each => [each.number, each.published_by])).toEqual([
      [3, owner.email],
      [2, owner.email],
      [1, owner.email],
    ]);
    expect((await call('GET', '/versions/1', undefined, annotator)).body).toEqual({ components: [input('a')] });
    expect((await call('GET', '/versions/4')).status).toBe(404);
    expect((await state()).version?.number).toBe(3);
  });

  it('should make classes of what is published or put, keep their ids, and drop those without values', async () => {
    await put({ components: [input('name'), radio('mood', ['good', 'bad'])] });
    const [name, mood] = await classes();
    expect([name, mood]).toMatchObject([
      { name: 'name', attribute_groups: [{ name: 'value_name', group_type: 'text' }] },
      {
        name: 'mood',
        attribute_groups: [
          {
            name: 'value_mood',
            group_type: 'radio',
            attributes: [
              { name: 'good', default: 0 },
              { name: 'bad', default: 0 },
            ],
          },
        ],
      },
    ]);
    await publish([radio('mood', ['bad', 'sad']), input('more')], { base: 1 });
    const after = await classes();
    expect(
      after.map(each => each.name),
      'in the order of the form',
    ).toEqual(['mood', 'more']);
    expect(after[0]).toMatchObject({
      id: mood!.id,
      attribute_groups: [{ attributes: [{ name: 'bad' }, { name: 'sad' }] }],
    });
  });

  it('should keep the class of a removed component while items hold values of it, and say how many', async () => {
    await publish([input('gone'), input('stays'), input('empty')]);
    await fill('one', { gone: { value: 'x' }, empty: { value: '' } });
    await fill('two', { gone: [{ value: 'y', element_path: ['gone'] }] });
    const { body } = await call<FormChangePreview>('POST', '/preview', {
      document: { components: [input('stays'), input('new')] },
    });
    expect(body).toEqual({
      version: 1,
      added: ['new'],
      removed: [
        { id: 'gone', items: 2 },
        { id: 'empty', items: 0 },
      ],
      renamed: [],
      changed: [],
      classes_added: ['new'],
      classes_removed: ['gone', 'empty'],
    });
    await publish([input('stays'), input('new')], { base: 1 });
    expect((await classes()).map(each => each.name).toSorted()).toEqual(['gone', 'new', 'stays']);
  });

  it('should move values of a renamed component when asked, also paths through a renamed group, and leave them otherwise', async () => {
    const group = (id: string, inside: string): object => ({ id, type: 'group', children: [input(inside)] });
    await publish([input('old'), group('rows', 'line')]);
    const item = await fill('one', { old: { value: 'x' }, line: [{ value: 'y', element_path: ['rows', 0, 'line'] }] });
    const before = (await classes()).map(each => each.id);
    const renames = [
      { from: 'old', to: 'fresh' },
      { from: 'rows', to: 'turns' },
      { from: 'line', to: 'text' },
    ];
    const next = [input('fresh'), group('turns', 'text')];
    expect(
      (await call<FormChangePreview>('POST', '/preview', { document: { components: next }, renames })).body.renamed,
    ).toEqual([
      { from: 'old', to: 'fresh', items: 1 },
      { from: 'rows', to: 'turns', items: 0 },
      { from: 'line', to: 'text', items: 1 },
    ]);
    expect((await publish(next, { base: 1, renames, move_values: true })).body).toEqual({ version: 2, moved: 1 });
    expect(await filled(item)).toEqual({
      fresh: { value: 'x' },
      text: [{ value: 'y', element_path: ['turns', 0, 'text'] }],
    });
    expect((await classes()).map(each => [each.id, each.name])).toEqual([
      [before[0], 'fresh'],
      [before[1], 'text'],
    ]);
    await publish([input('third'), group('turns', 'text')], { base: 2, renames: [{ from: 'fresh', to: 'third' }] });
    expect(Object.keys(await filled(item)).toSorted()).toEqual(['fresh', 'text']);
    expect((await classes()).map(each => each.name).toSorted()).toEqual(['fresh', 'text', 'third']);
  });

  it('should never hand out the value of a secure variable, and keep it when a save sends it empty', async () => {
    const environments = (value: string): object[] => [
      { name: 'url', value: 'http://x', secure: false },
      { name: 'key', value, secure: true },
    ];
    const shown = environments('');
    await put({ components: [], environments: environments('hush-hush') });
    expect((await stored())['environments']).toEqual(shown);
    await save({ components: [input('a')], environments: environments('') }, { base: 1 });
    const now = await state();
    expect([now.published['environments'], now.draft?.document['environments'], now.secrets]).toEqual([
      shown,
      shown,
      ['key'],
    ]);
    expect(
      (
        await call('POST', '/publish', {
          document: { components: [input('a')], environments: environments('') },
          revision: 1,
          base: 1,
        })
      ).status,
    ).toBe(200);
    expect((await state()).secrets).toEqual(['key']);
    expect((await call('GET', '/versions/1')).body['environments']).toEqual(shown);
    expect(JSON.stringify([await state(), (await call('GET', '/versions/2')).body])).not.toContain('hush');
    await put({ components: [], environments: [] });
    expect((await state()).secrets).toEqual([]);
  });

  it('should refuse to publish what is wrong, with every problem, and store nothing', async () => {
    const refused = await publish([input('a'), input('a'), radio('b', [])]);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        code: 'FORM_INVALID',
        details: {
          issues: [
            { field: 'a.id', reason: "'a' is duplicated" },
            { field: 'b.options', reason: "'b' has no options. Add one." },
          ],
        },
      },
    ]);
    expect(await stored()).toEqual({});
  });

  it('should refuse classes made by hand, but take those a script makes from the form', async () => {
    await put({ components: [input('a')] });
    const hand = (names: readonly string[]): Promise<Answer> =>
      owner.request('POST', `/classes?project_id=${project}`, {
        body: { classes: names.map(name => ({ name, color: '#FF0000', attribute_groups: [] })) },
      });
    expect((await hand(['a'])).status).toBe(200);
    const [made] = await classes();
    const answers = [
      await hand(['b']),
      await owner.request('DELETE', `/class/${made!.id}?project_id=${project}`),
      await owner.request('PUT', `/classes?project_id=${project}`, { body: { ids: [made!.id] } }),
    ];
    for (const { status, body } of answers)
      expect([status, (body as Loose)['error']]).toEqual([
        400,
        'This function is not supported for Multimodal projects.',
      ]);
    expect((await classes()).map(each => each.name)).toEqual(['a']);
  });

  it('should be for those with the right only, and unknown to another team', async () => {
    await save({ components: [input('a')] });
    for (const [by, status] of [
      [annotator, 403],
      [stranger, 404],
    ] as const) {
      expect((await call('GET', '/draft', undefined, by)).status).toBe(status);
      expect((await save({ components: [] }, {}, by)).status).toBe(status);
      expect((await publish([input('b')], {}, by)).status).toBe(status);
    }
    expect((await call('GET', '/versions', undefined, stranger)).status).toBe(404);
  });
});
