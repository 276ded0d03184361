import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { AgreementReport, Curation, OwnWorkState } from '../common/api.ts';

const plugins = [
  'teams',
  'projects',
  'items',
  'classes',
  'skeletons',
  'categories',
  'workflow',
  'editor',
  'editor-vector',
  'editor-pixel',
  'review',
  'task-requests',
  'agreement',
];

interface Opened {
  readonly revision: number;
  readonly readOnly: string | null;
  readonly status: { readonly current: { readonly value: number }; readonly available: readonly number[] };
  readonly document: { readonly instances: readonly { readonly id: string }[] };
}

const box = (id: string, x1: number, x2: number): object => ({
  id,
  type: 'bbox',
  classId: -1,
  attributes: [],
  probability: 100,
  points: { x1, y1: 0, x2, y2: 10 },
});
const holding = (...instances: readonly object[]): object => ({
  metadata: { name: 'a.png' },
  instances,
  tags: [],
  comments: [],
});

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let bob: TestPerson;
  let cid: TestPerson;
  let quinn: TestPerson;
  let project: number;

  const place = (rest = ''): string => `/api/v1/project/${project}${rest}`;
  const rule = (people: number | null): Promise<Answer<{ people: number | null }>> =>
    owner.request('PUT', place('/agreement/rule'), { body: { people } });
  const add = async (...names: readonly string[]): Promise<readonly number[]> =>
    app.database.system('a test').transaction(async trx =>
      (
        await sql<{ id: number }>`
    insert into items.item (team_id, project_id, folder_id, name, annotation_status, width, height)
    select ${team.id}::int, ${project}::int, folder.id, given.name, 1, 100, 100 from unnest(${[...names]}::text[]) with ordinality as given (name, place)
    join items.folder as folder on folder.project_id = ${project}::int and folder.is_root order by given.place returning id`.execute(
          trx,
        )
      ).rows.map(row => row.id),
    );
  const request = async (person: TestPerson): Promise<readonly string[]> =>
    (await person.request<{ items: { name: string }[] }>('POST', place('/requests'), { body: {} })).body.items.map(
      each => each.name,
    );
  const open = async (person: TestPerson, item: number): Promise<Opened> =>
    (await person.request<Opened>('GET', place(`/item/${item}/editor`))).body;
  const save = (
    person: TestPerson,
    item: number,
    base: number,
    data: object,
    op = newId(),
  ): Promise<Answer<{ revision: number; replayed?: boolean; code?: string; status?: number }>> =>
    person.request('PUT', place(`/item/${item}/annotation`), { body: { op, base, data } });
  const submit = (person: TestPerson, item: number): Promise<Answer<{ work: OwnWorkState }>> =>
    person.request('POST', place(`/item/${item}/agreement/own/submit`));
  const curation = (person: TestPerson, item: number): Promise<Answer<Curation>> =>
    person.request('GET', place(`/item/${item}/agreement`));
  const seen = async (person: TestPerson): Promise<readonly string[]> =>
    (await person.request<{ data: { name: string }[] }>('GET', place('/items'))).body.data.map(each => each.name);
  const newProject = async (type: number): Promise<void> => {
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: {
          name: `Photos ${crypto.randomUUID()}`,
          type,
          settings: [
            { attribute: 'ImageAutoAssignEnable', value: 1 },
            { attribute: 'ImageAutoAssignCount', value: 1 },
          ],
        },
      })
    ).body.id;
    await owner.request('POST', place('/share/bulk'), {
      body: {
        users: [
          [ana, 1],
          [bob, 1],
          [cid, 1],
          [quinn, 2],
        ].map(([person, role]) => ({ user_id: (person as TestPerson).email, user_role: role })),
      },
    });
  };

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    ({ owner } = team);
    [ana, bob, cid, quinn] = [
      await team.join('ana@north.test'),
      await team.join('bob@north.test'),
      await team.join('cid@north.test'),
      await team.join('quinn@north.test'),
    ];
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);
  beforeEach(() => newProject(1), DATABASE_TIMEOUT_MS);

  describe('an item that several people annotate', () => {
    it('should be given to as many as the project asks for, each with a copy the others do not see, and go to review when all have submitted', async () => {
      expect((await rule(2)).body).toEqual({ people: 2 });
      const [item] = (await add('a', 'b')) as [number, number];
      expect([await request(ana), await request(bob), await request(cid)]).toEqual([['a'], ['a'], ['b']]);
      expect([await seen(ana), await seen(cid)]).toEqual([['a'], ['b']]);
      expect(await open(ana, item)).toMatchObject({ revision: 0, readOnly: null, status: { available: [] } });

      const op = newId();
      expect((await save(ana, item, 0, holding(box('a1', 0, 10)), op)).body).toMatchObject({ revision: 1, status: 2 });
      expect((await save(ana, item, 0, holding(box('a1', 0, 10)), op)).body).toMatchObject({
        revision: 1,
        replayed: true,
      });
      expect(await save(ana, item, 0, holding())).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect((await open(bob, item)).document.instances).toEqual([]);
      expect((await open(owner, item)).document.instances).toEqual([]);
      expect((await save(bob, item, 0, holding(box('b1', 5, 15), box('b2', 50, 60)))).body).toMatchObject({
        revision: 1,
      });
      expect((await open(ana, item)).document.instances.map(each => each.id)).toEqual(['a1']);

      expect((await submit(ana, item)).body).toEqual({ work: { state: 'submitted', people: 2, submitted: 1 } });
      expect((await open(ana, item)).readOnly).toBe('You have submitted this item. 1 of 2 people have.');
      expect((await save(ana, item, 1, holding())).status).toBe(403);
      expect((await curation(owner, item)).body).toMatchObject({
        score: null,
        works: [
          { email: ana.email, state: 'submitted', document: { instances: [{ id: 'a1' }] } },
          { email: bob.email, state: 'open', document: null },
        ],
      });
      expect((await submit(bob, item)).body).toEqual({ work: { state: 'submitted', people: 2, submitted: 2 } });

      const { body } = await curation(owner, item);
      expect(body.score).toBeCloseTo(1 / 6, 9);
      expect(body.f1).toBeCloseTo(2 / 3, 9);
      expect(body.pieces).toEqual([
        { label: '', things: ['a1', 'b1'], best: 0, likeness: expect.closeTo(1 / 3, 9) },
        { label: '', things: [null, 'b2'], best: 1, likeness: 0 },
      ]);
      expect((await open(owner, item)).status.current.value).toBe(3);
      expect(await seen(ana)).toEqual([]);
    });

    it('should start each copy from what the item holds, and hand that in where nothing was changed', async () => {
      const [item] = (await add('a')) as [number];
      await save(owner, item, 0, holding(box('given', 0, 10)));
      await rule(2);
      await request(ana);
      await request(bob);
      expect(await open(ana, item)).toMatchObject({ revision: 0, document: { instances: [{ id: 'given' }] } });
      expect((await save(ana, item, 0, holding(box('given', 0, 10), box('more', 50, 60)))).body).toMatchObject({
        revision: 1,
      });
      expect((await open(bob, item)).document.instances.map(each => each.id)).toEqual(['given']);
      await submit(ana, item);
      await submit(bob, item);
      expect((await curation(owner, item)).body.works.map(each => each.document!.instances.map(one => one.id))).toEqual(
        [['given', 'more'], ['given']],
      );
    });

    it('should refuse a copy that lacks a required value, as it would the item', async () => {
      await rule(2);
      const [item] = (await add('a')) as [number];
      const {
        body: [made],
      } = await owner.request<{ id: number }[]>('POST', `/classes?project_id=${project}`, {
        body: {
          classes: [
            {
              name: 'Car',
              color: '#123456',
              type: 1,
              attribute_groups: [
                {
                  name: 'State',
                  group_type: 'radio',
                  isRequired: true,
                  default_value: null,
                  attributes: [{ name: 'parked', default: 0 }],
                },
              ],
            },
          ],
        },
      });
      await request(ana);
      await save(ana, item, 0, holding({ ...box('a1', 0, 10), classId: made!.id }));
      const refused = (await submit(ana, item)) as unknown as Answer<{ code: string }>;
      expect(refused).toMatchObject({ status: 409, body: { code: 'CONSTRAINT_FAILED' } });
      expect(JSON.stringify(refused.body)).toContain('“State” of a Car has no value');
      expect((await open(ana, item)).readOnly).toBeNull();
    });

    it('should be taken back by who submitted, and sent back by who reviews', async () => {
      await rule(2);
      const [item] = (await add('a')) as [number];
      await request(ana);
      await request(bob);
      await submit(ana, item);
      expect(
        (await ana.request<{ work: OwnWorkState }>('POST', place(`/item/${item}/agreement/own/recall`))).body,
      ).toEqual({ work: { state: 'open', people: 2, submitted: 0 } });
      expect((await open(ana, item)).readOnly).toBeNull();
      await submit(ana, item);
      await submit(bob, item);
      expect((await ana.request('POST', place(`/item/${item}/agreement/own/recall`))).status).toBe(404);
      expect(
        (
          await owner.request<Curation>('POST', place(`/item/${item}/agreement/return`), { body: { email: ana.email } })
        ).body.works.map(each => each.state),
      ).toEqual(['open', 'submitted']);
      expect((await open(ana, item)).readOnly).toBeNull();
      expect((await owner.request<AgreementReport>('GET', place('/agreement'))).body).toMatchObject({
        started: 1,
        finished: 0,
      });
      await submit(ana, item);
      expect((await owner.request<AgreementReport>('GET', place('/agreement'))).body).toMatchObject({
        started: 1,
        finished: 1,
      });
    });

    it('should not be moved on by those who annotate it, and not be shown to them as a whole', async () => {
      await rule(2);
      const [item] = (await add('a')) as [number];
      await request(ana);
      const moved = await ana.request<{ refused: readonly { message: string }[] }>('POST', place('/items/change'), {
        body: { selection: { item_ids: [item] }, change: { kind: 'status', value: 3 } },
      });
      expect(moved.body.refused[0]?.message).toContain('submit your copy');
      expect([
        (await curation(ana, item)).status,
        (await ana.request('GET', place('/agreement'))).status,
        (await ana.request('PUT', place('/agreement/rule'), { body: { people: null } })).status,
      ]).toEqual([403, 403, 403]);
      expect((await submit(bob, item)).status).toBe(404);
    });

    it('should have no more copies than asked for, also when many ask at once, and be given by hand to who is in the project', async () => {
      await rule(2);
      const [item] = (await add('a')) as [number];
      const given = await owner.request<{ given: number; refused: readonly { email: string; message: string }[] }>(
        'POST',
        place('/agreement/works'),
        { body: { item_ids: [item], emails: [ana.email, ana.email, bob.email, cid.email, 'nobody@north.test'] } },
      );
      expect(given.body).toEqual({
        given: 2,
        refused: [
          { item_id: item, email: cid.email, message: '2 people annotate this item already.' },
          { item_id: item, email: 'nobody@north.test', message: 'This person is not in the project.' },
        ],
      });
      const more = await add('b', 'c', 'd');
      await Promise.all([submit(ana, item), submit(bob, item)]);
      await Promise.all(
        [ana, bob, cid].flatMap(person => [request(person), request(person)]).map(each => each.catch(() => undefined)),
      );
      const counts = await app.database
        .system('a test')
        .transaction(async trx =>
          (
            await sql<{
              people: number;
            }>`select count(*)::int as people from agreement.work where item_id = any(${[...more]}::int[]) group by item_id`.execute(
              trx,
            )
          ).rows.map(row => row.people),
        );
      expect(Math.max(...counts)).toBeLessThanOrEqual(2);
      expect(counts.reduce((sum, each) => sum + each, 0)).toBe(3);
    });

    it('should be annotated by one again when the project says so', async () => {
      await rule(2);
      const [item] = (await add('a')) as [number];
      await request(ana);
      await save(ana, item, 0, holding(box('a1', 0, 10)));
      expect((await rule(null)).body).toEqual({ people: null });
      expect((await open(owner, item)).document.instances).toEqual([]);
      expect(
        (await owner.request('POST', place('/agreement/works'), { body: { item_ids: [item], emails: [bob.email] } }))
          .status,
      ).toBe(400);
      expect((await owner.request('PUT', place('/agreement/rule'), { body: { people: 1 } })).status).toBe(400);
    });
  });

  it('should report how far people agree in a project: by question, by pair, and where least', async () => {
    await rule(2);
    const {
      body: [found],
    } = await owner.request<
      readonly { id: number; attribute_groups: { id: number; attributes: { id: number; name: string }[] }[] }[]
    >('POST', `/classes?project_id=${project}`, {
      body: {
        classes: [
          {
            name: 'Kind',
            type: 'tag',
            color: '#ff0000',
            attribute_groups: [
              { name: 'Colour', group_type: 'radio', attributes: [{ name: 'Red' }, { name: 'Blue' }] },
            ],
          },
        ],
      },
    });
    const group = found!.attribute_groups[0]!;
    const tag = (name: string): object => ({
      id: newId(),
      type: 'tag',
      classId: found!.id,
      className: 'Kind',
      probability: 100,
      attributes: [
        { groupId: group.id, groupName: 'Colour', name, id: group.attributes.find(each => each.name === name)!.id },
      ],
    });
    const items = await add('a', 'b', 'c', 'd');
    const answers = [
      ['Red', 'Red'],
      ['Blue', 'Blue'],
      ['Blue', 'Blue'],
      ['Red', 'Blue'],
    ] as const;
    for (const [at, item] of items.entries()) {
      for (const [person, answer] of [
        [ana, answers[at]![0]],
        [bob, answers[at]![1]],
      ] as const) {
        await owner.request('POST', place('/agreement/works'), { body: { item_ids: [item], emails: [person.email] } });
        expect((await save(person, item, 0, holding(tag(answer)))).status).toBe(200);
        await submit(person, item);
      }
    }
    const { body } = await owner.request<AgreementReport>('GET', place('/agreement'));
    expect(body).toMatchObject({
      people: 2,
      started: 4,
      finished: 4,
      f1: 1,
      pairs: [{ one: ana.email, other: bob.email, f1: 1, items: 4 }],
      lowest: [{ item_id: items[3], name: 'd', score: expect.closeTo(0, 6) }, {}, {}, {}],
    });
    const colour = body.questions.find(each => each.question === 'Kind / Colour')!;
    expect(colour).toMatchObject({ metric: 'nominal', items: 4, kappa: expect.closeTo(0.5, 9) });
    expect(colour.alpha).toBeCloseTo(1 - (2 * 7) / (2 * 3 * 5), 9);
  });

  it('should compare masks by their pixels', async () => {
    await newProject(2);
    await rule(2);
    const [item] = (await add('a.png')) as [number];
    const bar = async (from: number, to: number): Promise<Buffer> => {
      const data = Buffer.alloc(100 * 100 * 4);
      for (let y = 0; y < 10; y += 1)
        for (let x = from; x < to; x += 1) data.writeUInt32BE(0x00000fff, (y * 100 + x) * 4);
      return sharp(data, { raw: { width: 100, height: 100, channels: 4 } })
        .png()
        .toBuffer();
    };
    for (const [person, from, to] of [
      [ana, 0, 10],
      [bob, 5, 15],
    ] as const) {
      await owner.request('POST', place('/agreement/works'), { body: { item_ids: [item], emails: [person.email] } });
      const {
        body: { mask },
      } = await person.request<{ mask: string }>('PUT', place(`/item/${item}/annotation/mask`), {
        bytes: await bar(from, to),
      });
      expect(
        (
          await save(person, item, 0, {
            ...holding({
              id: `of ${person.email}`,
              classId: -1,
              attributes: [],
              probability: 100,
              parts: [{ color: '#00000f' }],
            }),
            mask,
          })
        ).status,
      ).toBe(200);
      await submit(person, item);
    }
    const { body } = await curation(owner, item);
    expect(body.pieces).toEqual([
      { label: '', things: [`of ${ana.email}`, `of ${bob.email}`], best: 0, likeness: expect.closeTo(1 / 3, 9) },
    ]);
    expect(body.works.every(each => each.mask !== null)).toBe(true);
  });
});
