import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { Answer, TestPerson } from '#tests/support/test-app.ts';
import type { GoldState } from '../common/api.ts';
import { box } from './gold-calls.support.ts';
import type { GoldCalls } from './gold-calls.support.ts';

/** Gold items of projects that are not annotated by one person on one picture. */
export function goldProjectTests(calls: GoldCalls): void {
  const { place, inDatabase, add, save, change, mark, seen, copiesOf, begin, submitOwn, report, request } = calls;

  describe('gold items that several people annotate', () => {
    it('should be one copy for all of them, each compared when they submit, that nobody else gets as a task', async () => {
      await calls.owner.request('POST', place('/gold/items/remove'), { body: { item_ids: calls.gold.slice(1) } });
      const work = await add('work_1.jpg', 'work_2.jpg', 'work_3.jpg');
      expect((await calls.owner.request('PUT', place('/agreement/rule'), { body: { people: 2 } })).status).toBe(200);
      expect((await calls.owner.request('PUT', place('/gold/share'), { body: { percent: 50 } })).status).toBe(200);
      const assigned = await calls.owner.request('POST', place('/agreement/works'), {
        body: { item_ids: work, emails: [calls.ana.email] },
      });
      expect(assigned.status).toBe(200);
      const [copy, ...more] = await copiesOf(calls.ana);
      expect(more).toEqual([]);
      // The copy has a free place, which only the share of gold items fills.
      await calls.owner.request('PUT', place('/gold/share'), { body: { percent: 0 } });
      expect((await request(calls.bob)).map(each => each.id)).toEqual(work);
      for (const item of work) await submitOwn(calls.bob, item);
      await calls.owner.request('PUT', place('/gold/share'), { body: { percent: 50 } });
      const later = await add('work_91.jpg', 'work_92.jpg', 'work_93.jpg', 'work_94.jpg');
      const batch = await request(calls.bob);
      expect(await copiesOf(calls.bob)).toEqual([copy]);
      expect(batch.map(each => each.id)).toEqual(expect.arrayContaining([copy!, ...later.slice(0, 3)]));
      expect((await seen(calls.ana)).map(each => each.name).every(name => /^work_\d+\.jpg$/.test(name))).toBe(true);

      await save(calls.ana, copy!, box(0, 10));
      await submitOwn(calls.ana, copy!);
      await expect.poll(async () => (await report()).comparisons.length).toBe(1);
      await save(calls.bob, copy!, box(0, 10), box(50, 60));
      await submitOwn(calls.bob, copy!);
      await expect.poll(async () => (await report()).comparisons.length).toBe(2);
      const { comparisons, open } = await report();
      expect(comparisons.map(each => [each.email, each.accuracy]).toSorted()).toEqual([
        [calls.ana.email, 0.5],
        [calls.bob.email, 1],
      ]);
      expect(open).toEqual([]);
      const { copies } = (await calls.owner.request<GoldState>('GET', place(`/item/${copy}/gold`))).body;
      expect(copies.map(each => [each.email, each.differences.length])).toEqual([
        [calls.ana.email, 2],
        [calls.bob.email, 2],
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
      expect(
        (await calls.owner.request('POST', `/project/${calls.project}/custom-editor-template`, { body: form })).status,
      ).toBe(200);
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
      for (const item of work) expect((await fill(calls.owner, item, 0, question)).status).toBe(200);
      await inDatabase(sql`update items.item set annotation_status = 1 where project_id = ${calls.project}::int`);
      await fill(calls.owner, reference!, 0, { ...question, better: 'A', stars: 4 });
      await change(calls.owner, [reference!], { kind: 'status', value: 5 });
      expect((await mark([reference!])).body.marked).toBe(1);
      expect((await report()).fields).toEqual([
        { id: 'prompt', title: 'Prompt', given: true },
        { id: 'source', title: 'Source', given: false },
        { id: 'better', title: 'Better', given: false },
        { id: 'stars', title: 'Stars', given: false },
      ]);
      const share = (given: readonly string[]): Promise<Answer<unknown>> =>
        calls.owner.request('PUT', place('/gold/share'), { body: { percent: 50, given } });
      expect([(await share(['nobody'])).status, (await share(components.map(each => each.id))).status]).toEqual([
        400, 400,
      ]);
      expect((await share(['prompt', 'source'])).status).toBe(200);

      await change(calls.owner, work, { kind: 'assign', value: calls.ana.email });
      const [copy] = await copiesOf(calls.ana);
      const opened = async (item: number): Promise<object> =>
        (await calls.ana.request<object>('GET', place(`/item/${item}/editor`))).body;
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
      await fill(calls.ana, copy!, 1, { ...question, better: 'A', stars: 2 });
      await change(calls.ana, [copy!], { kind: 'status', value: 3 });
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
      await calls.owner.request('POST', `/classes?project_id=${calls.project}`, {
        body: { classes: ['Dog', 'Cat', 'Bird'].map(name => ({ name, color: '#e4542b', type: 'tag' })) },
      });
      const [reference, ...work] = await add('a1.jpg', 'a2.jpg', 'a3.jpg');
      const tag = (className: string): object => ({ id: newId(), type: 'tag', className, attributes: [] });
      expect((await save(calls.owner, reference!, tag('Dog'), tag('Cat'))).status).toBe(200);
      await change(calls.owner, [reference!], { kind: 'status', value: 5 });
      await mark([reference!]);
      await calls.owner.request('PUT', place('/gold/share'), { body: { percent: 50 } });
      await change(calls.owner, work, { kind: 'assign', value: calls.ana.email });
      const [copy] = await copiesOf(calls.ana);
      await save(calls.ana, copy!, tag('Dog'), tag('Bird'));
      await change(calls.ana, [copy!], { kind: 'status', value: 3 });
      await expect.poll(async () => (await report()).comparisons.length).toBe(1);
      expect((await report()).comparisons[0]!.classes).toMatchObject([
        { class_name: 'Bird', extra: 1 },
        { class_name: 'Cat', missed: 1 },
        { class_name: 'Dog', matched: 1 },
      ]);
    });
  });
}
