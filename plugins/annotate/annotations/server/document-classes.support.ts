import { describe, expect, it } from 'vitest';
import { classesApi } from '#plugins/workspace/classes/common/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { newId } from '../common/new-id.ts';
import { box, holding } from './annotation-calls.support.ts';
import type { AnnotationCalls } from './annotation-calls.support.ts';

/** Adds the tests of deleted classes and required attributes. */
export function documentClassTests(calls: AnnotationCalls): void {
  const { open, save, upload } = calls;

  describe('classes', () => {
    it('should leave instances of a deleted class without one, and still store them', async () => {
      const made = await calls.owner.call<{ id: number }[]>('main', classesApi.operations.create, {
        query: { project_id: calls.projectId },
        body: { classes: [{ name: `Car ${newId()}`, color: '#FF0000', type: 1, attribute_groups: [] }] },
      });
      const [car] = made.body;
      const item = await upload();
      await save(item, { base: 0, data: holding(box('a', 1, car!.id)) });
      expect((await open(item)).body.document.instances[0]).toMatchObject({
        classId: car!.id,
        className: expect.stringContaining('Car'),
      });
      await calls.owner.call('main', classesApi.operations.remove, {
        params: { class_id: car!.id },
        query: { project_id: calls.projectId },
      });
      const { body } = await open(item);
      expect(body.document.instances[0]?.classId).toBe(-1);
      expect(body.document.instances[0]?.className).toBeUndefined();
      expect((await save(item, { base: 1, data: holding(box('a', 5, car!.id)) })).status).toBe(200);
      expect((await open(item)).body.document.instances[0]).toMatchObject({ classId: -1, points: { x1: 5 } });
    });
  });

  describe('required attributes', () => {
    it('should hold up a hand-over until they have values, and name what is missing', async () => {
      const made = await calls.owner.call<{ id: number }[]>('main', classesApi.operations.create, {
        query: { project_id: calls.projectId },
        body: {
          classes: [
            {
              name: `Van ${newId()}`,
              color: '#FF0000',
              type: 1,
              attribute_groups: [
                { name: 'State', group_type: 'radio', isRequired: true, attributes: [{ name: 'Parked' }] },
              ],
            },
          ],
        },
      });
      const ben = await calls.team.join(`ben-${newId()}@north.test`);
      await calls.owner.call('main', contributorsApi.operations.shareProject, {
        params: { project_id: calls.projectId },
        body: { users: [{ user_id: ben.email, user_role: 1 }] },
      });
      const item = await upload();
      await calls.owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: calls.projectId },
        body: { selection: { item_ids: [item] }, change: { kind: 'assign', value: ben.email } },
      });
      const bare = box('a', 1, made.body[0]!.id) as { attributes: object[] };
      await save(item, { base: 0, data: holding(bare) }, ben);
      const handOver = () =>
        ben.call<{ items: { success: number[]; failed: { code: string; message: string }[] } }>(
          'main',
          itemChangeApi.operations.changeItems,
          {
            params: { project_id: calls.projectId },
            body: { selection: { item_ids: [item] }, change: { kind: 'status', value: 3 } },
          },
        );
      expect((await handOver()).body.items).toMatchObject({
        success: [],
        failed: [{ code: 'CONSTRAINT_FAILED', message: expect.stringContaining('“State” of a Van') }],
      });
      expect(
        (
          await save(
            item,
            { base: 1, data: holding({ ...bare, attributes: [{ groupName: 'State', name: 'Parked' }] }) },
            ben,
          )
        ).status,
      ).toBe(200);
      expect((await handOver()).body.items).toMatchObject({ success: [item], failed: [] });
    });
  });
}
