import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { GoldReport, GoldState } from '../common/api.ts';
import { goldItemsApi } from '../common/api.ts';

const plugins = [
  'teams',
  'projects',
  'items',
  'classes',
  'categories',
  'workflow',
  'editor',
  'editor-vector',
  'editor-classification',
  'form',
  'editor-form',
  'review',
  'item-details',
  'task-requests',
  'agreement',
  'exchange',
  'gold-items',
  'notifications',
];

interface ListedItem {
  readonly id: number;
  readonly name: string;
  readonly [field: string]: unknown;
}

const box = (x1: number, x2: number): object => ({
  id: newId(),
  type: 'bbox',
  classId: -1,
  attributes: [],
  probability: 100,
  points: { x1, y1: 0, x2, y2: 10 },
});

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let bob: TestPerson;
  let project: number;
  let gold: readonly number[];

  const place = (rest = ''): string => `/api/v1/project/${project}${rest}`;
  const inDatabase = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
    app.database.system('a test').transaction(async trx => (await statement.execute(trx)).rows);
  const add = async (...names: readonly string[]): Promise<readonly number[]> =>
    (
      await inDatabase(sql<{ id: number }>`
        insert into items.item (team_id, project_id, folder_id, name, annotation_status, width, height, created_at)
        select ${team.id}::int, ${project}::int, folder.id, given.name, 1, 100, 100, now() - interval '9 days'
        from unnest(${[...names]}::text[]) with ordinality as given (name, place)
        join items.folder as folder on folder.project_id = ${project}::int and folder.is_root order by given.place returning id`)
    ).map(row => row.id);
  const save = (person: TestPerson, item: number, ...instances: readonly object[]): Promise<Answer<unknown>> =>
    person.request('PUT', place(`/item/${item}/annotation`), {
      body: { op: newId(), base: 0, data: { metadata: { name: 'a.png' }, instances, tags: [], comments: [] } },
    });
  const change = (person: TestPerson, ids: readonly number[], what: object): Promise<Answer<unknown>> =>
    person.request('POST', place('/items/change'), { body: { selection: { item_ids: ids }, change: what } });
  const mark = (ids: readonly number[]): Promise<Answer<{ marked: number; refused: { message: string }[] }>> =>
    owner.request('POST', place('/gold/items'), { body: { item_ids: ids } });
  const seen = async (person: TestPerson): Promise<readonly ListedItem[]> =>
    (await person.request<{ data: ListedItem[] }>('GET', place('/items?limit=100'))).body.data;
  const copiesOf = async ({ email }: TestPerson): Promise<readonly number[]> =>
    (
      await inDatabase(sql<{ item_id: number }>`
        select item_id from gold_items.copy where project_id = ${project}::int and email = ${email} order by item_id`)
    ).map(row => row.item_id);
  const begin = async (type: number): Promise<void> => {
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: {
          name: `Photos ${crypto.randomUUID()}`,
          type,
          settings: [
            { attribute: 'ImageAutoAssignEnable', value: 1 },
            { attribute: 'ImageAutoAssignCount', value: 4 },
          ],
        },
      })
    ).body.id;
    await owner.request('POST', place('/share/bulk'), {
      body: {
        users: [
          { user_id: ana.email, user_role: 1 },
          { user_id: bob.email, user_role: 1 },
        ],
      },
    });
  };
  const submitOwn = async (person: TestPerson, item: number): Promise<void> =>
    void expect((await person.request('POST', place(`/item/${item}/agreement/own/submit`))).status).toBe(200);
  const report = async (): Promise<GoldReport> => (await owner.request<GoldReport>('GET', place('/gold'))).body;
  const request = async (person: TestPerson): Promise<readonly ListedItem[]> =>
    (await person.request<{ items: ListedItem[] }>('POST', place('/requests'), { body: {} })).body.items;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    ({ owner } = team);
    [ana, bob] = [await team.join('ana@north.test'), await team.join('bob@north.test')];
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);
  beforeEach(async () => {
    await begin(1);
    gold = await add('first.jpg', 'second.jpg', 'third.jpg');
    for (const item of gold) await save(owner, item, box(0, 10), box(50, 60));
    await change(owner, gold, { kind: 'status', value: 5 });
    await mark(gold);
  }, DATABASE_TIMEOUT_MS);

  describe('gold items', () => {
    it('should mix copies into a requested batch that look like every other item to the annotator', async () => {
      await add(...Array.from({ length: 9 }, (_, at) => `work_0${at + 1}.jpg`));
      expect((await owner.request('PUT', place('/gold/share'), { body: { percent: 50 } })).status).toBe(200);
      const batch = await request(ana);
      const copies = await copiesOf(ana);
      expect(copies).toHaveLength(2);
      const listed = await seen(ana);
      expect(batch.map(each => each.name)).toEqual(batch.map(each => each.name).toSorted());
      expect(listed.map(each => each.id).toSorted()).toEqual(batch.map(each => each.id).toSorted());
      expect(listed).toHaveLength(4);
      // What differs between two items of the annotator is their id and name.
      const facts = (items: readonly ListedItem[]): readonly unknown[] =>
        items.map(({ id, name, ...rest }) =>
          JSON.parse(JSON.stringify(rest).replaceAll(name, 'NAME').replaceAll(`/${id}`, '/ID')),
        );
      for (const each of facts([...listed, ...batch]).slice(1, 4)) expect(each).toEqual(facts(listed)[0]);
      for (const { id, name } of listed) {
        expect(name).toMatch(/^work_\d\d\.jpg$/);
        const opened = await ana.request<{ revision: number; document: { instances: unknown[] } }>(
          'GET',
          place(`/item/${id}/editor`),
        );
        expect(opened.body.document.instances).toEqual([]);
        const history = await ana.request<{ data: { kind: string }[] }>('GET', place(`/item/${id}/history`));
        expect(history.body.data.map(each => each.kind)).toEqual(['assigned']);
      }
      expect(JSON.stringify([listed, batch])).not.toMatch(/gold/i);
      const [one] = gold;
      for (const { method, path, access } of Object.values(goldItemsApi.operations)) {
        expect(access).toBe('UpdateProjectSettings');
        const address = path.replace(':project_id', String(project)).replace(':item_id', String(one));
        expect((await ana.request(method, address, method === 'GET' ? {} : { body: {} })).status, path).toBe(403);
      }
    });

    it('should compare the submitted work with the reference, once', async () => {
      await add('work_1.jpg', 'work_2.jpg', 'work_3.jpg', 'work_4.jpg');
      const share = await owner.request('PUT', place('/gold/share'), { body: { percent: 50, threshold: 80 } });
      expect(share.body).toEqual({ percent: 50, threshold: 80, given: null });
      await request(ana);
      const [copy, other] = await copiesOf(ana);
      // One box is the same, one is missed, and one is at a place of its own.
      await save(ana, copy!, box(0, 10), box(80, 90));
      await change(ana, [copy!], { kind: 'status', value: 3 });
      await change(ana, [other!], { kind: 'status', value: 6 });
      const { comparisons, open, gold: marked } = await report();
      expect(comparisons).toMatchObject([
        { item_id: copy, email: ana.email, classes: [{ matched: 1, missed: 1, extra: 1, similarity: 1 }] },
      ]);
      expect(comparisons[0]!.accuracy).toBeCloseTo(1 / 3);
      expect(open).toEqual([{ email: ana.email, items: 1 }]);
      expect(marked.map(each => each.name)).toEqual(['first.jpg', 'second.jpg', 'third.jpg']);
      // Who marked the gold items manages them; the annotator learns nothing.
      const notices = async (person: TestPerson): Promise<readonly unknown[]> =>
        (
          await person.request<{ data: { kind: string; detail: string; path: string }[] }>(
            'GET',
            '/api/v1/notifications',
          )
        ).body.data
          .filter(each => each.kind === 'notifications.goldMissed')
          .map(each => [each.detail, each.path]);
      await expect
        .poll(() => notices(owner))
        .toEqual([['33 % in the last gold items; the threshold is 80 %.', `/t/${team.id}/p/${project}/setup/gold`]]);
      expect(await notices(ana)).toEqual([]);
      // A correction after review changes nothing.
      await change(owner, [copy!], { kind: 'status', value: 4 });
      await change(ana, [copy!], { kind: 'status', value: 3 });
      expect((await report()).comparisons).toEqual(comparisons);
      const state = (await owner.request<GoldState>('GET', place(`/item/${copy}/gold`))).body;
      expect(state.copies[0]?.differences.map(each => [each.reference !== null, each.own !== null]).toSorted()).toEqual([
        [false, true],
        [true, false],
        [true, true],
      ]);
      expect(state).toMatchObject({ gold: false, refusal: 'This is an annotator’s copy of a gold item.' });
    });

    it('should add copies to assigned items, none twice, none to their author, and leave them out of exports', async () => {
      const work = await add('work_1.jpg', 'work_2.jpg', 'work_3.jpg', 'work_4.jpg');
      await change(owner, [gold[0]!], { kind: 'assign', value: bob.email });
      await save(bob, gold[0]!, box(0, 10));
      await owner.request('PUT', place('/gold/share'), { body: { percent: 50 } });
      await inDatabase(
        sql`update annotations.annotation_version set updated_by = ${bob.email} where item_id = ${gold[0]!}::int`,
      );
      await change(owner, work, { kind: 'assign', value: bob.email });
      const copies = await copiesOf(bob);
      expect(copies).toHaveLength(2);
      expect((await seen(bob)).map(each => each.id)).toEqual(expect.arrayContaining([...work, ...copies]));
      const preview = await owner.request<{ items: number }>('POST', place('/exports/preview'), { body: {} });
      expect(preview.body.items).toBe(gold.length + work.length);
      await change(owner, await add('later.jpg'), { kind: 'assign', value: bob.email });
      expect(await copiesOf(bob)).toEqual(copies);
    });

    it('should refuse items that are not finished', async () => {
      const [item] = await add('work_1.jpg');
      expect((await mark([item!, gold[0]!])).body).toEqual({
        marked: 1,
        refused: [{ item_id: item, message: 'Only completed items can be gold.' }],
      });
      const removed = await owner.request('POST', place('/gold/items/remove'), { body: { item_ids: [...gold, item] } });
      expect(removed.body).toEqual({ removed: 3 });
    });
  });

  describe('gold items that several people annotate', () => {
    it('should be one copy for all of them, each compared when they submit, that nobody else gets as a task', async () => {
      await owner.request('POST', place('/gold/items/remove'), { body: { item_ids: gold.slice(1) } });
      const work = await add('work_1.jpg', 'work_2.jpg', 'work_3.jpg');
      expect((await owner.request('PUT', place('/agreement/rule'), { body: { people: 2 } })).status).toBe(200);
      expect((await owner.request('PUT', place('/gold/share'), { body: { percent: 50 } })).status).toBe(200);
      const assigned = await owner.request('POST', place('/agreement/works'), {
        body: { item_ids: work, emails: [ana.email] },
      });
      expect(assigned.status).toBe(200);
      const [copy, ...more] = await copiesOf(ana);
      expect(more).toEqual([]);
      // The copy has a free place, which only the share of gold items fills.
      await owner.request('PUT', place('/gold/share'), { body: { percent: 0 } });
      expect((await request(bob)).map(each => each.id)).toEqual(work);
      for (const item of work) await submitOwn(bob, item);
      await owner.request('PUT', place('/gold/share'), { body: { percent: 50 } });
      const later = await add('work_91.jpg', 'work_92.jpg', 'work_93.jpg', 'work_94.jpg');
      const batch = await request(bob);
      expect(await copiesOf(bob)).toEqual([copy]);
      expect(batch.map(each => each.id)).toEqual(expect.arrayContaining([copy!, ...later.slice(0, 3)]));
      expect((await seen(ana)).map(each => each.name).every(name => /^work_\d+\.jpg$/.test(name))).toBe(true);

      await save(ana, copy!, box(0, 10));
      await submitOwn(ana, copy!);
      await expect.poll(async () => (await report()).comparisons.length).toBe(1);
      await save(bob, copy!, box(0, 10), box(50, 60));
      await submitOwn(bob, copy!);
      await expect.poll(async () => (await report()).comparisons.length).toBe(2);
      const { comparisons, open } = await report();
      expect(comparisons.map(each => [each.email, each.accuracy]).toSorted()).toEqual([
        [ana.email, 0.5],
        [bob.email, 1],
      ]);
      expect(open).toEqual([]);
      const { copies } = (await owner.request<GoldState>('GET', place(`/item/${copy}/gold`))).body;
      expect(copies.map(each => [each.email, each.differences.length])).toEqual([
        [ana.email, 2],
        [bob.email, 2],
      ]);
    });
  });

  describe('gold items of other project types', () => {
    it('should be forms: copies hold what is asked about, and the answers alone are compared', async () => {
      await begin(8);
      const components = [
        {
          id: 'prompt',
          type: 'textarea',
          label: 'Prompt',
          value: '',
          permissions: [{ roles: [1], statuses: 'all', visibility: 1 }],
        },
        { id: 'source', type: 'input', label: 'Source', value: '' },
        { id: 'better', type: 'radio', label: 'Better', value: '', options: [{ value: 'A' }, { value: 'B' }] },
        { id: 'stars', type: 'rating', label: 'Stars', value: null, numberOfStars: 5 },
      ];
      const form = { components, code: '', environments: [], meta: {}, readme: '' };
      expect((await owner.request('POST', `/project/${project}/custom-editor-template`, { body: form })).status).toBe(
        200,
      );
      const fill = (person: TestPerson, item: number, base: number, values: object): Promise<Answer<unknown>> =>
        person.request('PUT', place(`/item/${item}/annotation`), {
          body: {
            op: newId(),
            base,
            data: {
              metadata: { name: 'a' },
              instances: Object.entries(values).map(([id, value]) => ({
                id,
                type: 'tag',
                classId: -1,
                attributes: [],
                component_id: id,
                className: id,
                element_path: [id],
                value,
              })),
              tags: [],
              comments: [],
              form_stored: { lists: [] },
            },
          },
        });
      const [reference, ...work] = await add('mt-1', 'mt-2', 'mt-3');
      const question = { prompt: 'Which?', source: 'test set' };
      for (const item of work) expect((await fill(owner, item, 0, question)).status).toBe(200);
      await inDatabase(sql`update items.item set annotation_status = 1 where project_id = ${project}::int`);
      await fill(owner, reference!, 0, { ...question, better: 'A', stars: 4 });
      await change(owner, [reference!], { kind: 'status', value: 5 });
      expect((await mark([reference!])).body.marked).toBe(1);
      expect((await report()).fields).toEqual([
        { id: 'prompt', title: 'Prompt', given: true },
        { id: 'source', title: 'Source', given: false },
        { id: 'better', title: 'Better', given: false },
        { id: 'stars', title: 'Stars', given: false },
      ]);
      const share = (given: readonly string[]): Promise<Answer<unknown>> =>
        owner.request('PUT', place('/gold/share'), { body: { percent: 50, given } });
      expect([(await share(['nobody'])).status, (await share(components.map(each => each.id))).status]).toEqual([
        400, 400,
      ]);
      expect((await share(['prompt', 'source'])).status).toBe(200);

      await change(owner, work, { kind: 'assign', value: ana.email });
      const [copy] = await copiesOf(ana);
      const opened = async (item: number): Promise<object> =>
        (await ana.request<object>('GET', place(`/item/${item}/editor`))).body;
      expect(await opened(copy!)).toMatchObject({
        document: { instances: [{ value: 'Which?' }, { value: 'test set' }] },
      });
      // Names and dates differ between any two items.
      const facts = async (item: number): Promise<unknown> =>
        JSON.parse(
          JSON.stringify(await opened(item))
            .replaceAll(new RegExp(`"(\\w*id)":${item}\\b`, 'gi'), '"$1":0')
            .replaceAll(/mt-\d+/g, 'NAME')
            .replaceAll(/"[\d-]+T[\d:.]+Z"/g, '"DATE"')
            .replaceAll(/\b\d{13}\b/g, '0'),
        );
      expect(await facts(copy!)).toEqual(await facts(work[0]!));
      await fill(ana, copy!, 1, { ...question, better: 'A', stars: 2 });
      await change(ana, [copy!], { kind: 'status', value: 3 });
      await expect.poll(async () => (await report()).comparisons.length).toBe(1);
      const [compared] = (await report()).comparisons;
      expect(compared!.classes.map(each => [each.class_name, each.matched])).toEqual([
        ['better', 1],
        ['stars', 1],
      ]);
      expect(compared!.accuracy).toBeGreaterThanOrEqual(0.5);
      expect(compared!.accuracy).toBeLessThan(1);
    });

    it('should be classifications, compared by class', async () => {
      await begin(6);
      await owner.request('POST', `/classes?project_id=${project}`, {
        body: {
          classes: ['Dog', 'Cat', 'Bird'].map(name => ({ name, color: '#e4542b', type: 'tag' })),
        },
      });
      const [reference, ...work] = await add('a1.jpg', 'a2.jpg', 'a3.jpg');
      const tag = (className: string): object => ({ id: newId(), type: 'tag', className, attributes: [] });
      expect((await save(owner, reference!, tag('Dog'), tag('Cat'))).status).toBe(200);
      await change(owner, [reference!], { kind: 'status', value: 5 });
      await mark([reference!]);
      await owner.request('PUT', place('/gold/share'), { body: { percent: 50 } });
      await change(owner, work, { kind: 'assign', value: ana.email });
      const [copy] = await copiesOf(ana);
      await save(ana, copy!, tag('Dog'), tag('Bird'));
      await change(ana, [copy!], { kind: 'status', value: 3 });
      await expect.poll(async () => (await report()).comparisons.length).toBe(1);
      expect((await report()).comparisons[0]!.classes).toMatchObject([
        { class_name: 'Bird', extra: 1 },
        { class_name: 'Cat', missed: 1 },
        { class_name: 'Dog', matched: 1 },
      ]);
    });
  });
});
