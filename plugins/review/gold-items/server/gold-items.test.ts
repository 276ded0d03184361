import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import type { TestPerson } from '#tests/support/test-app.ts';
import type { GoldState } from '../common/api.ts';
import { goldItemsApi } from '../common/api.ts';
import { box, goldCalls } from './gold-calls.support.ts';
import type { ListedItem } from './gold-calls.support.ts';
import { goldProjectTests } from './gold-projects.support.ts';

eachDatabase(kind => {
  const calls = goldCalls(kind);
  const { place, inDatabase, add, save, change, mark, seen, copiesOf, report, request } = calls;

  describe('gold items', () => {
    it('should mix copies into a requested batch that look like every other item to the annotator', async () => {
      await add(...Array.from({ length: 9 }, (_, at) => `work_0${at + 1}.jpg`));
      expect((await calls.owner.request('PUT', place('/gold/share'), { body: { percent: 50 } })).status).toBe(200);
      const batch = await request(calls.ana);
      const copies = await copiesOf(calls.ana);
      expect(copies).toHaveLength(2);
      const listed = await seen(calls.ana);
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
        const opened = await calls.ana.request<{ revision: number; document: { instances: unknown[] } }>(
          'GET',
          place(`/item/${id}/editor`),
        );
        expect(opened.body.document.instances).toEqual([]);
        const history = await calls.ana.request<{ data: { kind: string }[] }>('GET', place(`/item/${id}/history`));
        expect(history.body.data.map(each => each.kind)).toEqual(['assigned']);
      }
      expect(JSON.stringify([listed, batch])).not.toMatch(/gold/i);
      const [one] = calls.gold;
      for (const { method, path, access } of Object.values(goldItemsApi.operations)) {
        expect(access).toBe('UpdateProjectSettings');
        const address = path.replace(':project_id', String(calls.project)).replace(':item_id', String(one));
        expect((await calls.ana.request(method, address, method === 'GET' ? {} : { body: {} })).status, path).toBe(403);
      }
    });

    it('should compare the submitted work with the reference, once', async () => {
      await add('work_1.jpg', 'work_2.jpg', 'work_3.jpg', 'work_4.jpg');
      const share = await calls.owner.request('PUT', place('/gold/share'), { body: { percent: 50, threshold: 80 } });
      expect(share.body).toEqual({ percent: 50, threshold: 80, given: null });
      await request(calls.ana);
      const [copy, other] = await copiesOf(calls.ana);
      // One box is the same, one is missed, and one is at a place of its own.
      await save(calls.ana, copy!, box(0, 10), box(80, 90));
      await change(calls.ana, [copy!], { kind: 'status', value: 3 });
      await change(calls.ana, [other!], { kind: 'status', value: 6 });
      const { comparisons, open, gold: marked } = await report();
      expect(comparisons).toMatchObject([
        { item_id: copy, email: calls.ana.email, classes: [{ matched: 1, missed: 1, extra: 1, similarity: 1 }] },
      ]);
      expect(comparisons[0]!.accuracy).toBeCloseTo(1 / 3);
      expect(open).toEqual([{ email: calls.ana.email, items: 1 }]);
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
        .poll(() => notices(calls.owner))
        .toEqual([
          ['33 % in the last gold items; the threshold is 80 %.', `/t/${calls.team.id}/p/${calls.project}/setup/gold`],
        ]);
      expect(await notices(calls.ana)).toEqual([]);
      // A correction after review changes nothing.
      await change(calls.owner, [copy!], { kind: 'status', value: 4 });
      await change(calls.ana, [copy!], { kind: 'status', value: 3 });
      expect((await report()).comparisons).toEqual(comparisons);
      const state = (await calls.owner.request<GoldState>('GET', place(`/item/${copy}/gold`))).body;
      expect(state.copies[0]?.differences.map(each => [each.reference !== null, each.own !== null]).toSorted()).toEqual(
        [
          [false, true],
          [true, false],
          [true, true],
        ],
      );
      expect(state).toMatchObject({ gold: false, refusal: 'This is an annotator’s copy of a gold item.' });
    });

    it('should add copies to assigned items, none twice, none to their author, and leave them out of exports', async () => {
      const work = await add('work_1.jpg', 'work_2.jpg', 'work_3.jpg', 'work_4.jpg');
      await change(calls.owner, [calls.gold[0]!], { kind: 'assign', value: calls.bob.email });
      await save(calls.bob, calls.gold[0]!, box(0, 10));
      await calls.owner.request('PUT', place('/gold/share'), { body: { percent: 50 } });
      await inDatabase(
        sql`update annotations.annotation_version set updated_by = ${calls.bob.email} where item_id = ${calls.gold[0]!}::int`,
      );
      await change(calls.owner, work, { kind: 'assign', value: calls.bob.email });
      const copies = await copiesOf(calls.bob);
      expect(copies).toHaveLength(2);
      expect((await seen(calls.bob)).map(each => each.id)).toEqual(expect.arrayContaining([...work, ...copies]));
      const preview = await calls.owner.request<{ items: number }>('POST', place('/exports/preview'), { body: {} });
      expect(preview.body.items).toBe(calls.gold.length + work.length);
      await change(calls.owner, await add('later.jpg'), { kind: 'assign', value: calls.bob.email });
      expect(await copiesOf(calls.bob)).toEqual(copies);
    });

    it('should refuse items that are not finished', async () => {
      const [item] = await add('work_1.jpg');
      expect((await mark([item!, calls.gold[0]!])).body).toEqual({
        marked: 1,
        refused: [{ item_id: item, message: 'Only completed items can be gold.' }],
      });
      const removed = await calls.owner.request('POST', place('/gold/items/remove'), {
        body: { item_ids: [...calls.gold, item] },
      });
      expect(removed.body).toEqual({ removed: 3 });
    });
  });

  goldProjectTests(calls);
});
