import { describe, expect, it } from 'vitest';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { newId } from '../common/new-id.ts';
import { box, holding } from './annotation-calls.support.ts';
import type { AnnotationCalls } from './annotation-calls.support.ts';

/** Adds the tests of rights on documents. */
export function documentRightTests(calls: AnnotationCalls): void {
  const { save, open, upload } = calls;

  describe('rights', () => {
    it('should hide items from members who are not assigned, and refuse writes in a status or project that is not theirs to work in', async () => {
      const item = await upload();
      const ana = await calls.team.join(`ana-${newId()}@north.test`);
      expect((await open(item, ana)).status).toBe(404);
      await calls.owner.call('main', contributorsApi.operations.shareProject, {
        params: { project_id: calls.projectId },
        body: { users: [{ user_id: ana.email, user_role: 1 }] },
      });
      expect((await open(item, ana)).status).toBe(404);
      await calls.owner.call('main', itemChangeApi.operations.changeItems, {
        params: { project_id: calls.projectId },
        body: { selection: { item_ids: [item] }, change: { kind: 'assign', value: ana.email } },
      });
      expect((await open(item, ana)).body).toMatchObject({ readOnly: null, role: { name: 'Annotator' } });
      expect((await save(item, { base: 0, data: holding(box('a')) }, ana)).status).toBe(200);

      const hold = (status: number): Promise<unknown> =>
        calls.owner.call('main', projectsApi.operations.updateProject, {
          params: { project_id: calls.projectId },
          body: { status },
        });
      await hold(4);
      expect((await open(item, ana)).body).toMatchObject({
        readOnly: 'The project is on hold, so its items are read-only.',
      });
      expect(await save(item, { base: 1, data: holding(box('b')) }, ana)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
      expect((await save(item, { base: 1, data: holding(box('b')) })).status).toBe(200);
      await hold(2);

      const change = (kind: string, value: unknown): Promise<unknown> =>
        calls.owner.call('main', itemChangeApi.operations.changeItems, {
          params: { project_id: calls.projectId },
          body: { selection: { item_ids: [item] }, change: { kind, value } },
        });
      await change('status', 3);
      expect((await save(item, { base: 2, data: holding(box('c')) }, ana)).status).toBe(404);
      await change('pin', true);
      expect(await save(item, { base: 2, data: holding(box('c')) }, ana)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });

      // Whoever sees an item goes on talking about it: comments alone are taken, once, on the newest revision, and move
      // nothing on.
      const seen = (await open(item, ana)).body;
      expect(seen).toMatchObject({
        readOnly: 'Items in “Quality check” are read-only for your role.',
        mayComment: true,
        revision: 2,
      });
      const talk = {
        id: 'talk',
        x: 1,
        y: 2,
        resolved: false,
        correspondence: [{ text: 'Is this one?', email: ana.email, role: 'Annotator' }],
      };
      const op = newId();
      const said = { op, base: 2, data: { ...seen.document, comments: [talk] } };
      expect(await save(item, said, ana)).toMatchObject({ status: 200, body: { revision: 3, status: 3 } });
      expect(await save(item, said, ana)).toMatchObject({ status: 200, body: { revision: 3, replayed: true } });
      expect(await save(item, { base: 2, data: said.data }, ana)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      });
      expect(await save(item, { base: 3, data: { ...said.data, instances: [] } }, ana)).toMatchObject({ status: 403 });
      expect(await save(item, { base: 3, data: { ...said.data, tags: ['x'] } }, ana)).toMatchObject({ status: 403 });
      expect((await open(item, ana)).body.document).toMatchObject({
        instances: seen.document.instances,
        comments: [{ id: 'talk', correspondence: [{ text: 'Is this one?' }] }],
      });
      await hold(4);
      expect((await open(item, ana)).body).toMatchObject({ mayComment: false });
      expect(await save(item, { base: 3, data: { ...said.data, comments: [] } }, ana)).toMatchObject({ status: 403 });
      await hold(2);
    });
  });
}
