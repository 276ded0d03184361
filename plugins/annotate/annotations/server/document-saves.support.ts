import { describe, expect, it } from 'vitest';
import { newId } from '../common/new-id.ts';
import { box, holding } from './annotation-calls.support.ts';
import type { AnnotationCalls } from './annotation-calls.support.ts';

/** Adds the tests of saved documents. */
export function documentSaveTests(calls: AnnotationCalls): void {
  const { open, save, saveEdits, upload } = calls;

  describe('saving', () => {
    it('should store the document, and start the item with its first edit', async () => {
      const item = await upload();
      const answer = await save(item, { base: 0, data: holding(box('a')) });
      expect(answer.body).toEqual({ revision: 1, status: 2, status_before: 1 });
      const { body } = await open(item);
      expect(body.document.instances).toMatchObject([{ id: 'a', points: { x1: 1, x2: 11 } }]);
      expect(body.document.metadata.lastAction).toMatchObject({ email: calls.owner.email });
      expect(body).toMatchObject({ revision: 1, updatedBy: calls.owner.email, status: { current: { value: 2 } } });
    });

    it('should answer the same operation again the same way, without a second effect', async () => {
      const item = await upload();
      const op = newId();
      expect((await save(item, { op, base: 0, data: holding(box('a')) })).body.revision).toBe(1);
      const again = await save(item, { op, base: 0, data: holding(box('a')) });
      expect(again.status).toBe(200);
      expect(again.body).toMatchObject({ revision: 1, replayed: true });
      expect((await open(item)).body.revision).toBe(1);
    });

    it('should do an operation once when it arrives many times at once', async () => {
      const item = await upload();
      const op = newId();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => save(item, { op, base: 0, data: holding(box('a')) })),
      );
      expect(answers.map(answer => [answer.status, answer.body.revision])).toEqual(
        Array.from({ length: 8 }, () => [200, 1]),
      );
      expect(answers.filter(answer => answer.body.replayed !== true)).toHaveLength(1);
    });

    it('should let exactly one of twenty saves on the same revision win', async () => {
      const item = await upload();
      await save(item, { base: 0, data: holding() });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => save(item, { base: 1, data: holding(box('a', at)) })),
      );
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(1);
      const losers = answers.filter(answer => answer.status === 409);
      expect(losers).toHaveLength(19);
      expect(
        losers.every(
          answer =>
            answer.body.code === 'CONFLICT' &&
            answer.body.details?.revision === 2 &&
            answer.body.details.updatedBy === calls.owner.email,
        ),
      ).toBe(true);
    });

    it('should bring edits onto the stored document, once, and only onto the revision they were made on', async () => {
      const item = await upload();
      await save(item, { base: 0, data: holding(box('a'), box('b'), box('c')) });
      const op = newId();
      const patches = [
        { collection: 'instances', id: 'b', before: null, after: box('b', 9) },
        { collection: 'instances', id: 'a', before: null, index: 0 },
        { collection: 'instances', id: 'd', after: box('d'), index: 0 },
        { collection: 'tags', id: 'night', after: 'night' },
      ];
      const answer = await saveEdits(item, { op, base: 1, patches });
      expect(answer.body).toEqual({ revision: 2, status: 2, status_before: 2 });
      const { document } = (await open(item)).body;
      expect(document).toMatchObject({
        instances: [{ id: 'd' }, { id: 'b', points: { x1: 9 } }, { id: 'c' }],
        tags: ['night'],
      });
      expect((await saveEdits(item, { op, base: 1, patches })).body).toMatchObject({ revision: 2, replayed: true });
      expect((await open(item)).body.document).toEqual(document);
      const late = await saveEdits(item, { base: 1, patches: [] });
      expect([late.status, late.body.code, late.body.details?.revision]).toEqual([409, 'CONFLICT', 2]);
    });

    it('should refuse edits that are none, and those that would leave a bad document', async () => {
      const item = await upload();
      await save(item, { base: 0, data: holding(box('a')) });
      const refused = async (patch: object): Promise<string | undefined> => {
        const { body } = await saveEdits(item, { base: 1, patches: [patch] });
        return body.code;
      };
      const inserted = { collection: 'instances', id: 'b' };
      expect(await refused({ ...inserted, collection: 'raster' })).toBe('INVALID_FIELD');
      expect(await refused({ ...inserted, after: box('c') })).toBe('INVALID_FIELD');
      expect(await refused({ ...inserted, index: 'first', after: box('b') })).toBe('INVALID_FIELD');
      expect(await refused({ collection: 'tags', id: 'b', after: { b: 1 } })).toBe('INVALID_FIELD');
      expect(await refused({ ...inserted, after: { id: 'b', type: 'polygon', points: [1, 2], classId: -1 } })).toBe(
        'ANNOTATION_INVALID',
      );
      expect((await open(item)).body).toMatchObject({ revision: 1, document: { instances: [{ id: 'a' }] } });
    });

    it('should refuse a bad document with every finding, and keep what was there', async () => {
      const item = await upload();
      await save(item, { base: 0, data: holding(box('a')) });
      const bad = await save(item, {
        base: 1,
        data: holding(
          { id: 'b', type: 'bbox', classId: -1, attributes: [] },
          { id: 'c', type: 'polygon', points: [1, 2], classId: -1 },
        ),
      });
      expect(bad.status).toBe(422);
      expect(bad.body.code).toBe('ANNOTATION_INVALID');
      expect(bad.body.details?.issues?.map(issue => issue.path)).toEqual(
        expect.arrayContaining(['instances[0]', 'instances[1].points']),
      );
      for (const data of ['text', 7, null, [1], { metadata: 3 }, { metadata: {}, instances: 'x' }])
        expect((await save(item, { base: 1, data })).status).toBe(422);
      expect((await open(item)).body).toMatchObject({ revision: 1, document: { instances: [{ id: 'a' }] } });
    });

    it('should refuse text that no database can hold, and say where it is', async () => {
      const item = await upload();
      const answer = await save(item, {
        base: 0,
        data: {
          ...holding(),
          comments: [{ id: 'c', x: 1, y: 1, correspondence: [{ text: 'a\0b', email: calls.owner.email }] }],
        },
      });
      expect(answer.status).toBe(422);
      expect(answer.body.details?.issues?.[0]?.path).toBe('comments[0].correspondence[0].text');
    });

    it('should take a document of 15 MiB', async () => {
      const item = await upload();
      const data = holding(
        ...Array.from({ length: 6_000 }, (_, at) => ({ ...box(`shape-${at}`, at), note: 'x'.repeat(2_600) })),
      );
      expect(JSON.stringify(data).length).toBeGreaterThan(15 * 1024 * 1024);
      expect((await save(item, { base: 0, data })).status).toBe(200);
      expect((await open(item)).body.document.instances).toHaveLength(6_000);
    });

    it('should refuse an operation id that was used for another item, and one that is none', async () => {
      const [one, other] = [await upload(), await upload()];
      const op = newId();
      await save(one, { op, base: 0, data: holding() });
      expect((await save(other, { op, base: 0, data: holding() })).status).toBe(400);
      expect((await save(other, { op: 'no', base: 0, data: holding() })).status).toBe(400);
    });

    it('should keep unknown fields', async () => {
      const item = await upload();
      await save(item, { base: 0, data: { ...holding({ ...box('a'), mine: { deep: [1] } }), extra: 'kept' } });
      expect((await open(item)).body.document).toMatchObject({ extra: 'kept', instances: [{ mine: { deep: [1] } }] });
    });
  });
}
