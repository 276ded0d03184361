import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationsApi } from '#plugins/annotate/annotation-api/common/index.ts';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import type { FormInstance } from '#plugins/annotate/form/common/index.ts';
import { formApi, valueAt } from '#plugins/annotate/form/common/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

interface Opened {
  readonly revision: number;
  readonly document: { readonly instances: readonly FormInstance[]; readonly metadata: object };
  readonly particulars: {
    readonly form: { readonly components: readonly object[] };
    readonly env: object;
    readonly role: number;
  };
  readonly error?: string;
  readonly code?: string;
}

const ANNOTATOR = 1;
const hiddenOrRead = (visibility: number): object => ({
  permissions: [{ roles: [ANNOTATOR], statuses: 'all', visibility }],
});
const form = {
  components: [
    { id: 'prompt', type: 'textarea', label: 'Prompt', isRequired: true, value: '' },
    { id: 'verdict', type: 'input', label: 'Verdict', value: '', ...hiddenOrRead(1) },
    { id: 'secret', type: 'input', label: 'Secret', value: '', ...hiddenOrRead(2) },
    {
      id: 'answers',
      type: 'group',
      children: [
        { id: 'answer', type: 'input', label: 'Answer', isRequired: true, value: '' },
        { id: 'truth', type: 'input', label: 'Truth', value: '', ...hiddenOrRead(2) },
      ],
    },
    { id: 'better', type: 'radio', label: 'Better', value: '', options: [{ value: 'A' }, { value: 'B' }] },
  ],
  code: [
    ['__init__', 'export const on_a_change = () => 1;'],
    ['old', 'import sa\ndef on_saved_hook():\n    print(1)'],
  ],
  environments: [
    { name: 'url', value: 'http://x', secure: false },
    { name: 'key', value: 'hush', secure: true },
  ],
  meta: {},
  readme: '',
};

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let projectId: number;
  let made = 0;

  const newItem = async (): Promise<number> => {
    const {
      body: [{ id }],
    } = await owner.request<[{ id: number }]>('POST', '/image/ext-create', {
      body: {
        project_id: projectId,
        team_id: team.id,
        upload_state: 3,
        images: [{ name: `form ${++made}` }],
        meta: {},
      },
    });
    await owner.call('main', itemChangeApi.operations.changeItems, {
      params: { project_id: projectId },
      body: { selection: { item_ids: [id] }, change: { kind: 'assign', value: ana.email } },
    });
    return id;
  };
  const open = async (item: number, person = owner): Promise<Opened> =>
    (
      await person.call<Opened>('main', annotationDocumentApi.operations.openItem, {
        params: { project_id: projectId, item_id: item },
      })
    ).body;
  const save = async (item: number, instances: readonly object[], person = owner): Promise<Answer<Opened>> => {
    const { revision, document } = await open(item, person);
    return person.call<Opened>('main', annotationDocumentApi.operations.saveAnnotation, {
      params: { project_id: projectId, item_id: item },
      body: { op: newId(), base: revision, data: { ...document, instances } },
    });
  };
  const send = (item: number, document: unknown): Promise<Answer> =>
    owner.call('assets', annotationsApi.operations.uploadOne, {
      params: { item_id: item },
      query: { team_id: team.id, project_id: projectId, overwrite: true },
      body: document,
    });
  const stored = async (
    item: number,
    transform = 'llmJsonV3',
  ): Promise<{ metadata: object; data: Record<string, unknown> }> =>
    JSON.parse(
      (
        await owner.call<string>('assets', annotationsApi.operations.downloadOne, {
          params: { item_id: item },
          query: { team_id: team.id, project_id: projectId, transform_version: transform },
        })
      ).body,
    ) as { metadata: object; data: Record<string, unknown> };
  const move = (
    item: number,
    status: number,
    person = owner,
  ): Promise<Answer<{ refused: readonly { code: string; message: string }[] }>> =>
    person.call('main', itemChangeApi.operations.changeItems, {
      params: { project_id: projectId },
      body: { selection: { item_ids: [item] }, change: { kind: 'status', value: status } },
    });
  const withValues = (instances: readonly FormInstance[], ...values: readonly FormInstance[]): readonly object[] => [
    ...instances.filter(each => !values.some(value => value.id === each.id)),
    ...values.map(each => ({ ...instances.find(one => one.id === each.id), ...each })),
  ];

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'workflow', 'editor', 'form', 'editor-form', 'annotation-api'],
      jobs: false,
    });
    team = await app.team('North');
    owner = team.owner;
    ana = await team.join(`ana-${newId()}@north.test`);
    projectId = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: 'Forms', type: 8 },
      })
    ).body.id;
    await owner.call('main', contributorsApi.operations.shareProject, {
      params: { project_id: projectId },
      body: { users: [{ user_id: ana.email, user_role: ANNOTATOR }] },
    });
    expect(
      (await owner.call('main', formApi.operations.putForm, { params: { project_id: projectId }, body: form })).status,
    ).toBe(200);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  describe('opening and saving', () => {
    it('should give the form without its scripts and secrets', async () => {
      const { particulars } = await open(await newItem());
      expect(particulars.env).toEqual({ url: 'http://x' });
      expect(particulars.form.components).toHaveLength(5);
      expect(particulars).toMatchObject({
        scripts: [{ name: '__init__', source: 'export const on_a_change = () => 1;' }],
        secure: ['key'],
      });
      expect(JSON.stringify(particulars), 'neither secrets nor what does not run').not.toMatch(/hush|print\(1\)/);
    });

    it('should store values compactly, with paths, and open them again', async () => {
      const item = await newItem();
      expect(
        (
          await save(item, [
            valueAt(['prompt'], 'Hello'),
            valueAt(['answers', 0, 'answer'], 'one'),
            valueAt(['answers', 2, 'answer'], 'three'),
          ])
        ).status,
      ).toBe(200);
      const taken = await stored(item);
      expect(taken.metadata).toMatchObject({ form_version: 1 });
      expect(taken.data).toEqual({
        prompt: [{ value: 'Hello', element_path: ['prompt'] }],
        answer: [
          { value: 'one', element_path: ['answers', 0, 'answer'] },
          { value: 'three', element_path: ['answers', 1, 'answer'] },
        ],
      });
      expect((await open(item)).document.instances.map(each => [each.id, each.value])).toEqual([
        ['prompt', 'Hello'],
        ['answers[0].answer', 'one'],
        ['answers[1].answer', 'three'],
      ]);
    });

    it('should keep what an upload said beside values', async () => {
      const item = await newItem();
      const data = {
        prompt: { value: 'Hi', comments: ['x'] },
        answer: [{ value: 'a', element_path: ['answers', 0, 'answer'], scores: { s: 1 } }],
        better: 'A',
      };
      expect((await send(item, { metadata: { name: 'x' }, data })).status).toBeLessThan(300);
      const { document } = await open(item);
      expect((await save(item, withValues(document.instances, valueAt(['better'], 'B')))).status).toBe(200);
      expect((await stored(item, 'llmJsonV2')).data).toMatchObject({
        prompt: { value: 'Hi', comments: ['x'] },
        answer: [{ value: 'a', scores: { s: 1 } }],
        better: { value: 'B' },
      });
    });
  });

  describe('checks', () => {
    it('should refuse an upload whose values do not fit, naming them', async () => {
      const { status, body } = await send(await newItem(), { metadata: { name: 'x' }, data: { better: 'C', foo: 1 } });
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringMatching(/'C' is not one of \['A', 'B'\]/)]);
    });

    it('should store what a person typed even where it does not fit', async () => {
      const item = await newItem();
      expect((await save(item, [valueAt(['better'], 'C')])).status).toBe(200);
    });
  });

  describe('required components', () => {
    it('should hold an item back until they are filled in, and name them', async () => {
      const item = await newItem();
      await save(
        item,
        [valueAt(['prompt'], ''), valueAt(['answers', 0, 'answer'], 'one'), valueAt(['answers', 1, 'answer'], '')],
        ana,
      );
      const refused = (await move(item, 3, ana)).body.refused;
      expect(refused).toMatchObject([
        {
          code: 'CONSTRAINT_FAILED',
          message: expect.stringMatching(/“Prompt” is empty; “Answer in row 2” is empty/) as string,
        },
      ]);
      const { document } = await open(item, ana);
      await save(
        item,
        withValues(document.instances, valueAt(['prompt'], 'Hi'), valueAt(['answers', 1, 'answer'], 'two')),
        ana,
      );
      expect((await move(item, 3, ana)).body.refused).toEqual([]);
    });
  });

  describe('what a role may not change or see', () => {
    const filled = async (): Promise<number> => {
      const item = await newItem();
      expect(
        (
          await save(item, [
            valueAt(['prompt'], 'p'),
            valueAt(['verdict'], 'good'),
            valueAt(['secret'], 'hidden words'),
            ...[0, 1, 2].flatMap(row => [
              valueAt(['answers', row, 'answer'], `a${row}`),
              valueAt(['answers', row, 'truth'], `t${row}`),
            ]),
          ])
        ).status,
      ).toBe(200);
      return item;
    };

    it('should not be sent, and still be there after that role saved and deleted a row', async () => {
      const item = await filled();
      const { document } = await open(item, ana);
      expect(JSON.stringify(document)).not.toMatch(/hidden words|"t[012]"/);
      const without = document.instances
        .filter(each => each.element_path[1] !== 1)
        .map(each =>
          each.element_path[1] === 2
            ? { ...each, element_path: each.element_path.with(1, 1), id: each.id.replace('[2]', '[1]') }
            : each,
        );
      const answer = await save(item, without, ana);
      expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      expect((await stored(item)).data).toMatchObject({
        secret: [{ value: 'hidden words' }],
        truth: [
          { value: 't0', element_path: ['answers', 0, 'truth'] },
          { value: 't2', element_path: ['answers', 1, 'truth'] },
        ],
      });
    });

    it('should be the same each time it is opened', async () => {
      const item = await filled();
      expect((await open(item, ana)).document.instances).toEqual((await open(item, ana)).document.instances);
    });

    it.each([
      [
        'a value one may read',
        (all: readonly FormInstance[]) => withValues(all, valueAt(['verdict'], 'bad')),
        'Verdict',
      ],
      [
        'a value one may read, deleted',
        (all: readonly FormInstance[]) => all.filter(each => each.component_id !== 'verdict'),
        'Verdict',
      ],
      [
        'a hidden value',
        (all: readonly FormInstance[]) =>
          all.map(each => (each.component_id === 'secret' ? valueAt(['secret'], 'mine') : each)),
        'Secret',
      ],
      [
        'a hidden value, deleted',
        (all: readonly FormInstance[]) => all.filter(each => each.component_id !== 'secret'),
        'Secret',
      ],
      [
        'a hidden value of a row that stays',
        (all: readonly FormInstance[]) => all.filter(each => each.id !== 'answers[1].truth'),
        'Truth',
      ],
      [
        'a hidden value that is made up',
        (all: readonly FormInstance[]) =>
          all.map(each => (each.component_id === 'secret' ? { ...each, withheld: 'made up' } : each)),
        'Secret',
      ],
    ])('should be refused when it is changed: %s', async (_, change, label) => {
      const item = await filled();
      const { document } = await open(item, ana);
      const { status, body } = await save(item, change(document.instances), ana);
      expect([status, body.code, body.error]).toEqual([403, 'FORBIDDEN', expect.stringContaining(`“${label}”`)]);
      expect((await stored(item)).data).toMatchObject({
        verdict: [{ value: 'good' }],
        secret: [{ value: 'hidden words' }],
      });
    });

    it('should not be handed to scripts of that role, nor be changed or lost by their uploads', async () => {
      const item = await filled();
      const { status, body } = await ana.call<string>('assets', annotationsApi.operations.downloadOne, {
        params: { item_id: item },
        query: { team_id: team.id, project_id: projectId, transform_version: 'llmJsonV3' },
      });
      expect(status).toBe(200);
      const taken = JSON.parse(body) as { metadata: object; data: Record<string, unknown> };
      expect(Object.keys(taken.data).toSorted()).toEqual(['answer', 'prompt', 'verdict']);
      const upload = (data: object, to: number): Promise<Answer<Opened>> =>
        ana.call('assets', annotationsApi.operations.uploadOne, {
          params: { item_id: to },
          query: { team_id: team.id, project_id: projectId, overwrite: true },
          body: { metadata: { name: 'x' }, data },
        });
      expect((await upload(taken.data, item)).status).toBe(403);
      expect((await upload({ ...taken.data, verdict: { value: 'bad' } }, item)).status).toBe(403);
      expect((await stored(item)).data).toMatchObject({
        verdict: [{ value: 'good' }],
        secret: [{ value: 'hidden words' }],
      });
      const empty = await newItem();
      expect((await upload({ prompt: { value: 'Hi' }, secret: { value: 'mine' } }, empty)).status).toBe(403);
      expect((await upload({ prompt: { value: 'Hi' } }, empty)).status).toBeLessThan(300);
    });

    it('should be open to who may', async () => {
      const item = await filled();
      const { document } = await open(item);
      expect((await save(item, withValues(document.instances, valueAt(['verdict'], 'bad')))).status).toBe(200);
    });
  });
});
